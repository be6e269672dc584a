/** Panels that show one at a time in one place, as documentation has them for its languages and package managers. */
import { type Block, isLinks } from '../../page/blocks.ts'
import { withClass } from '../../page/classes.ts'
import { codePanels, isGone } from '../../page/code-panels.ts'
import { closest, type Element, type Having, type Node, type Page } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { inDocumentOrder } from '../../page/having.ts'
import { BLOCK_TAGS } from '../../page/tags.ts'
import { squeeze } from '../../page/text.ts'

/** Tabs, and the panels that they show, each with what its tab calls it; null where the markup does not say. */
type TabSet = { readonly tabs: readonly Element[]; readonly panels: Map<Element, string | null> }

/** Sets that name no roles: MkDocs Material, sphinx-design, VitePress. */
const SETS = ['tabbed-set', 'sd-tab-set', 'vp-code-group']
const LONGEST_LABEL = 60
/** Among more siblings no row of labels is looked for. */
const MOST_AROUND = 400
/** These are written as parts of their list or table. */
const PARTS = /^(?:li|td|th|tr)$/

const elementsOf = (children: readonly Node[]): Element[] => children.filter((child) => child.kind === 'element')

const isLabel = ({ tag }: Element): boolean => tag === 'label'

/** Text of a tab with the spaces of its source, as far as it could be a name. */
function beginningOf(node: Node): string {
  if (node.kind === 'text') return node.text.slice(0, LONGEST_LABEL * 4)
  let text = BLOCK_TAGS.has(node.tag) ? ' ' : ''
  for (const child of node.children) {
    text += beginningOf(child)
    if (text.length > LONGEST_LABEL * 4) break
  }
  return text
}

function labelOf(tab: Element | undefined): string | null {
  const text = tab === undefined ? '' : squeeze(beginningOf(tab))
  return text === '' || text.length > LONGEST_LABEL ? null : text
}

/** Labels right before their panels, or labels in one box and as many panels in the next. */
function setByClass(container: Element): TabSet {
  const parts = elementsOf(container.children).filter(({ tag }) => tag !== 'input')
  const boxed = !parts.some(isLabel)
  const tabs = boxed ? elementsOf(parts[0]?.children ?? []).filter(isLabel) : parts.filter(isLabel)
  const panels = boxed ? elementsOf(parts[1]?.children ?? []) : parts.filter((part) => !isLabel(part))
  return { tabs, panels: new Map(panels.map((panel, at) => [panel, panels.length === tabs.length ? labelOf(tabs[at]) : null])) }
}

/** What Bootstrap calls a row of tabs, and a panel, where neither has a role. */
const BARS = ['nav-tabs', 'nav-pills']
const BAR = /(?:^|\s)nav-(?:tabs|pills)(?:\s|$)/
const PANE = 'tab-pane'

const isBar = ({ attributes }: Element): boolean => attributes.role === 'tablist' || BAR.test(attributes.class ?? '')

const isTab = (element: Element): boolean => {
  const { tag, attributes } = element
  return attributes.role === 'tab' || (tag === 'a' && /^#./.test(attributes.href ?? '') && closest(element, isBar) !== null)
}

/** Sets by their roles: the panel says which tab is its own, or the tab says which panel, or they stand in the same order. */
function setsByRole(tabs: readonly Element[], panels: readonly Element[]): TabSet[] {
  const sets = new Map<Element, { tabs: Element[]; panels: Map<Element, string | null> }>()
  const linked = new Map<string, Element>()
  const barOf = (tab: Element): Element => closest(tab.parent, isBar) ?? tab
  for (const tab of tabs) {
    const bar = barOf(tab)
    const set = sets.get(bar)
    if (set) set.tabs.push(tab)
    else sets.set(bar, { tabs: [tab], panels: new Map() })
    const { id, href, more } = tab.attributes
    const panel = more['aria-controls'] ?? (href?.startsWith('#') ? href.slice(1) : undefined)
    if (id !== undefined) linked.set(`by ${id}`, tab)
    if (panel !== undefined) linked.set(`to ${panel}`, tab)
  }
  const others = new Map<Element | null, Element[]>()
  for (const panel of panels) {
    const { id, more } = panel.attributes
    const tab = linked.get(`by ${more['aria-labelledby']?.trim()}`) ?? linked.get(`to ${id}`)
    if (tab) sets.get(barOf(tab))!.panels.set(panel, labelOf(tab))
    else if (others.get(panel.parent)?.push(panel) === undefined) others.set(panel.parent, [panel])
  }
  const unlinked = [...sets].filter(([, set]) => set.panels.size === 0)
  let next = 0
  for (const group of others.values()) {
    while (next < unlinked.length && unlinked[next]![0].id < group[0]!.id) next += 1
    const set = unlinked[next - 1]?.[1]
    if (set?.tabs.length === group.length) for (const [at, panel] of group.entries()) set.panels.set(panel, labelOf(set.tabs[at]))
    else sets.set(group[0]!, { tabs: [], panels: new Map(group.map((panel) => [panel, null])) })
  }
  return [...sets.values()]
}

/** Panels of code without any name, and the row of as many labels right before them or before their box. */
function setsByShape({ style }: Having, taken: ReadonlySet<Element>): TabSet[] {
  const sets: TabSet[] = []
  for (const parent of new Set(style.filter(isGone).map((element) => element.parent))) {
    const panels = parent === null ? [] : codePanels(parent)
    if (panels.length === 0 || panels.some((panel) => taken.has(panel))) continue
    const before = (element: Element): Element | undefined => {
      const around = element.parent?.children ?? []
      const siblings = around.length > MOST_AROUND ? [] : elementsOf(around)
      return siblings[siblings.indexOf(element) - 1]
    }
    const row = before(panels[0]!) ?? before(parent!)
    const labels = elementsOf(row?.children ?? [])
    const named = labels.length === panels.length && labels.every((label) => labelOf(label) !== null)
    sets.push({ tabs: named ? labels : [], panels: new Map(panels.map((panel, at) => [panel, named ? labelOf(labels[at]) : null])) })
  }
  return sets
}

/** A row of buttons, and a box of as many panels right behind it, whatever these are called. */
function setByButtons(bar: Element): TabSet[] {
  const tabs = elementsOf(bar.children)
  const around = bar.parent?.children ?? []
  if (tabs.length < 2 || tabs.some((tab) => tab.tag !== 'button' || labelOf(tab) === null) || around.length > MOST_AROUND) return []
  const siblings = elementsOf(around)
  const panels = elementsOf(siblings[siblings.indexOf(bar) + 1]?.children ?? [])
  return panels.length === tabs.length ? [{ tabs, panels: new Map(panels.map((panel, at) => [panel, labelOf(tabs[at])])) }] : []
}

function findSets(page: Page): TabSet[] {
  const { all, having } = page
  const withRole = (role: string, named: readonly Element[]): Element[] =>
    inDocumentOrder(
      having.role.filter(({ attributes }) => attributes.role === role),
      named,
    )
  const panels = withRole('tabpanel', withClass(page, PANE)).filter(({ tag }) => !PARTS.test(tag))
  const tabs = panels.length > 0 ? all.filter(isTab) : []
  const named = [...setsByRole(tabs, panels), ...withClass(page, ...SETS).map(setByClass)].filter((set) => set.panels.size > 1)
  const panelsOf = (sets: readonly TabSet[]): Set<Element> => new Set(sets.flatMap((set) => [...set.panels.keys()]))
  const taken = panelsOf(named)
  const buttoned = withRole('tablist', withClass(page, ...BARS))
    .flatMap(setByButtons)
    // What stands in a panel is no panel of the same tabs.
    .filter((set) => ![...set.panels.keys()].some((panel) => closest(panel, (at) => taken.has(at)) !== null))
  return [...named, ...buttoned, ...setsByShape(having, panelsOf([...named, ...buttoned]))]
}

/** Blocks of every element of a set, those of sets around it among them. */
function blocksBySet(blocks: readonly Block[], sets: readonly TabSet[]): Map<TabSet, { tabs: Block[]; panels: Block[] }> {
  const ofTab = new Map(sets.flatMap((set) => set.tabs.map((tab) => [tab, set] as const)))
  const ofPanel = new Map(sets.flatMap((set) => [...set.panels.keys()].map((panel) => [panel, set] as const)))
  const found = new Map(sets.map((set) => [set, { tabs: [] as Block[], panels: [] as Block[] }]))
  for (const block of blocks) {
    const own = ofTab.get(closest(block.nodes[0]!.parent, (at) => ofTab.has(at))!)
    const isTab =
      own !== undefined && block.nodes.every((node) => node.text.trim() === '' || closest(node.parent, (at) => ofTab.get(at) === own))
    if (isTab) found.get(own)!.tabs.push(block)
    else
      for (let at: Element | null = block.container; at; at = at.parent) {
        const set = ofPanel.get(at)
        if (set) found.get(set)!.panels.push(block)
      }
  }
  return found
}

/** Whether what stands right before and behind a set is kept. */
function isBetweenKept({ tabs, panels }: { tabs: readonly Block[]; panels: readonly Block[] }, keep: Uint8Array): boolean {
  const first = Math.min(panels[0]!.index, tabs[0]?.index ?? panels[0]!.index)
  const last = Math.max(panels.at(-1)!.index, tabs.at(-1)?.index ?? 0)
  return keep[first - 1] === 1 && keep[last + 1] === 1
}

/**
 * Keeps the code and the tables of all panels of a set where some of it is kept, or what stands right before and behind the set; of prose, all of the set's
 * text as well. Where tabs name their panels, the names are written above the panels, and the row of tabs is left out.
 * @param prose whether the page is read from its beginning to its end: on others a panel may be about something else
 * @returns the panels of which something is kept, and their names
 */
export function keepTabs(page: Page, blocks: readonly Block[], keep: Uint8Array, prose: boolean): ReadonlyMap<Element, string> {
  const names = new Map<Element, string>()
  const sets = findSets(page)
  if (sets.length === 0) return names
  for (const [set, { tabs, panels }] of blocksBySet(blocks, sets)) {
    const own = panels.filter((block) => (block.flags & (FLAG.pre | FLAG.table)) !== 0 || (prose && !isLinks(block)))
    if (panels.length === 0 || (panels[0]!.flags & AROUND) !== 0) continue
    const isBetween = isBetweenKept({ tabs, panels }, keep)
    if (isBetween || panels.some(({ index }) => keep[index] === 1)) for (const { index } of own) keep[index] = 1
    if (!panels.some(({ index }) => keep[index] === 1)) continue
    const named = [...set.panels].filter(([, name]) => name !== null)
    if (named.length < set.panels.size) continue
    for (const { index } of tabs) keep[index] = 0
    for (const [panel, name] of named) names.set(panel, name!)
  }
  return names
}
