/**
 * Words of one family, which a search takes for the same: who looks for roofing means roof repairs too. By hand and not by rule, because endings
 * mislead where it matters here: marketing is no market, parking no park, training no train.
 */
const FAMILIES = `
adapt adaptation | advertise advertising advertisement | architect architecture architectural | assess assessment assessing | audit auditing auditor
cater catering caterer | clean cleaning cleaner cleansing | construct construction | consult consultant consultancy consulting
decorate decorating decorator decoration redecoration | demolish demolition | design designing designer | educate education educational
electric electrical electrician | engineer engineering | evaluate evaluation evaluating | fence fencing | floor flooring | foster fostering
garden gardening gardener | glaze glazing glazier | guard guarding | heat heating | inspect inspection inspecting inspector
install installation installing installer | insulate insulation | landscape landscaping landscaper | light lighting | maintain maintenance maintaining
mow mowing | nurse nursing | paint painting painter | plaster plastering plasterer | plumb plumbing plumber | print printing
purchase purchasing | recruit recruitment recruiting | recycle recycling | refurb refurbish refurbishment refurbishing refurbished
remove removal removing | renovate renovation | repair repairing | replace replacement replacing | resurface resurfacing | retrofit retrofitting
rewire rewiring | roof roofing roofer reroof reroofing | scaffold scaffolding | shred shredding | solicitor lawyer | steward stewarding
surface surfacing | survey surveying surveyor | transport transportation | upgrade upgrading | ventilate ventilation | weld welding`

const heads = new Map(
  FAMILIES.split(/[|\n]/)
    .map((family) => family.trim().split(/\s+/))
    .flatMap(([head = '', ...others]) => others.map((word) => [word, head] as const)),
)

/** The word that stands for the family of a folded word; the word itself where it has none. */
export const headOf = (word: string): string => heads.get(word) ?? word
