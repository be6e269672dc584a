/**
 * Facts about places: the 12 ITL1 regions of the United Kingdom with their code prefixes (UK… until 2020, TL… since), and the region in
 * which most of a postcode area, or of a district that lies elsewhere than its area, is found. A region code in a notice always beats a
 * postcode: border districts are divided in truth. Guernsey, Jersey and the Isle of Man (GY, JE, IM) are in no region.
 */

/** The names served, in the order of their ITL1 codes TLC to TLN. */
export const REGIONS = [
  'North East',
  'North West',
  'Yorkshire and The Humber',
  'East Midlands',
  'West Midlands',
  'East of England',
  'London',
  'South East',
  'South West',
  'Wales',
  'Scotland',
  'Northern Ireland',
] as const

export type Region = (typeof REGIONS)[number]

/** The nine regions that `England` stands for. */
export const ENGLISH_REGIONS: readonly Region[] = REGIONS.slice(0, 9)

/** Region by the third letter of an ITL1 code. */
export const REGION_BY_LETTER: ReadonlyMap<string, Region> = new Map(REGIONS.map((region, index) => ['CDEFGHIJKLMN'[index] ?? '', region]))

/** Other spellings met in the two sources and in ONS lists, folded as `regions.ts` folds names. */
export const REGION_ALIASES: Readonly<Record<string, Region>> = {
  east: 'East of England',
  eastern: 'East of England',
  'eastern england': 'East of England',
  'greater london': 'London',
  'n. ireland': 'Northern Ireland',
  'n ireland': 'Northern Ireland',
  yorkshire: 'Yorkshire and The Humber',
  'yorks and humber': 'Yorkshire and The Humber',
  'yorkshire and humber': 'Yorkshire and The Humber',
  'yorkshire and humberside': 'Yorkshire and The Humber',
}

export const POSTCODE_AREAS: Readonly<Record<Region, string>> = {
  'North East': 'DH DL NE SR TS',
  'North West': 'BB BL CA CH CW FY L LA M OL PR SK WA WN',
  'Yorkshire and The Humber': 'BD DN HD HG HU HX LS S WF YO',
  'East Midlands': 'DE LE LN NG NN',
  'West Midlands': 'B CV DY HR ST SY TF WR WS WV',
  'East of England': 'AL CB CM CO IP LU NR PE SG SS WD',
  London: 'BR CR E EC EN HA IG KT N NW RM SE SM SW TW UB W WC',
  'South East': 'BN CT DA GU HP ME MK OX PO RG RH SL SO TN',
  'South West': 'BA BH BS DT EX GL PL SN SP TA TQ TR',
  Wales: 'CF LD LL NP SA',
  Scotland: 'AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE',
  'Northern Ireland': 'BT',
}

/** Districts outside the region of their area; `A1-4` is A1, A2, A3 and A4. */
export const POSTCODE_DISTRICTS: Readonly<Partial<Record<Region, string>>> = {
  'North East': 'TD15',
  'North West': 'SY14',
  'Yorkshire and The Humber': 'DL6-11 OL14 TS9',
  'East Midlands': 'CV13 DN10 DN21-22 PE6 PE8-12 PE20-25 S18 S21 S32-33 S40-45 S49 S80-81 SK13 SK17 SK22-23',
  'West Midlands': 'DE13-15',
  'East of England': 'EN6-11 HP1-4 HP23 IG7 IG9-10 MK40-45 RM15-20',
  London: 'DA5-8 DA14-18',
  'South East': 'BH24-25 BR8 CR3 CR6 KT7-8 KT10-24 SM7 SN7 SP6 SP10-11 TW15-20',
  Wales: 'CH4-8 SY15-25',
}
