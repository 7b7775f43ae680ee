import type { Selector } from 'css-what'
import type { FontRule, Voice } from './font-rules.ts'
import { matches, type StyledElement } from './match-selector.ts'
import type { Weight } from './typefaces.ts'

/**
 * How a text may be set: its weights (several where a state or a width changes it) and families. Equal
 * settings are one object.
 */
export interface Setting {
  weights: readonly Weight[]
  voices: readonly Voice[]
}

/** Text that a style sheet puts beside that of an element. */
export interface Generated {
  setting: Setting
  content: string
}

export interface Cascade {
  /** Names of the attributes that its selectors ask for; nothing else about an element is looked at. */
  attributes: ReadonlySet<string>
  settingOf: (element: StyledElement, inherited: Setting) => Setting
  generatedBy: (element: StyledElement, own: Setting) => readonly Generated[]
}

const settings = new Map<string, Setting>()

function shareSetting(setting: Setting): Setting {
  const key = `${setting.weights.join()} ${setting.voices.join()}`
  const known = settings.get(key) ?? setting
  settings.set(key, known)
  return known
}

export const ROOT_SETTING = shareSetting({ weights: [400], voices: ['serif'] })

/** What browsers say before any style sheet does. */
const BROWSER: Record<string, Partial<Pick<FontRule, 'weight'>>> = {
  b: { weight: 700 },
  strong: { weight: 700 },
  th: { weight: 700 },
  h4: { weight: 700 },
  h5: { weight: 700 },
  h6: { weight: 700 },
}

interface Ranked extends FontRule {
  order: number
}

const MOST_KEPT = 200
const kept = new Map<string, Cascade>()
const numbers = new WeakMap<readonly FontRule[], number>()
let sheetsSeen = 0

/** Tells a sheet from others: `readFontRules` gives the same list for the same text. */
function numberOf(sheet: readonly FontRule[]): number {
  const number = numbers.get(sheet) ?? (sheetsSeen += 1)
  numbers.set(sheet, number)
  return number
}

/** The cascade of the style sheets of a page, in their order; most pages have those of others. */
export function createCascade(sheets: readonly (readonly FontRule[])[]): Cascade {
  const key = sheets.map(numberOf).join()
  const known = kept.get(key)
  if (known) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const made = makeCascade(sheets)
  kept.set(key, made)
  return made
}

function makeCascade(sheets: readonly (readonly FontRule[])[]): Cascade {
  const index = new Map<string, Ranked[]>()
  sheets.flat().forEach((rule, order) => {
    const key = keyOf(rule.selector)
    const rules = index.get(key) ?? []
    rules.push({ ...rule, order })
    index.set(key, rules)
  })

  const candidates = new Map<string, readonly Ranked[]>()
  const results = new Map<string, Ruled>()

  /** The rules that may hold for elements of a name and classes, the weakest first. */
  function listCandidates(name: string, classes: string): readonly Ranked[] {
    const key = `${name} ${classes}`
    const known = candidates.get(key)
    if (known) return known
    const keys = [name, ...classes.split(/\s+/).map((one) => `.${one}`), '*']
    const found = keys.flatMap((one) => index.get(one) ?? []).toSorted(byRank)
    candidates.set(key, found)
    return found
  }

  let last: { element: StyledElement; ruled: Ruled } | undefined

  /** An element is asked about twice in a row: for itself, and for what is put beside it. */
  function ruledBy(element: StyledElement): Ruled {
    if (last?.element !== element) last = { element, ruled: findRuled(element) }
    return last.ruled
  }

  /** Most elements have the rules of others, and with them what these come to. */
  function findRuled(element: StyledElement): Ruled {
    let key = element.name
    const rules: Ranked[] = []
    for (const rule of listCandidates(element.name, element.attribs['class'] ?? '')) {
      if (!matches(element, rule.selector)) continue
      rules.push(rule)
      key += ` ${rule.order}`
    }
    const known = results.get(key) ?? {
      name: element.name,
      rules,
      own: new Map(),
      beside: new Map(),
    }
    results.set(key, known)
    return known
  }

  return {
    attributes: new Set([
      'class',
      'lang',
      ...sheets.flat().flatMap((rule) => listAttributes(rule.selector)),
    ]),
    settingOf: (element, inherited) => {
      const ruled = ruledBy(element)
      const known = ruled.own.get(inherited) ?? settleOwn(ruled, inherited)
      ruled.own.set(inherited, known)
      return known
    },
    generatedBy: (element, own) => {
      const ruled = ruledBy(element)
      const known = ruled.beside.get(own) ?? settleBeside(ruled, own)
      ruled.beside.set(own, known)
      return known
    },
  }
}

/** The rules that hold for an element, and what they come to by the setting that it inherits or has. */
interface Ruled {
  name: string
  rules: readonly Ranked[]
  own: Map<Setting, Setting>
  beside: Map<Setting, readonly Generated[]>
}

function settleOwn({ name, rules }: Ruled, inherited: Setting): Setting {
  const said = rules.filter(({ pseudoElement }) => pseudoElement === null)
  return settle(said, inherited, BROWSER[name]?.weight)
}

function settleBeside({ rules }: Ruled, own: Setting): Generated[] {
  const beside = rules.filter(({ pseudoElement }) => pseudoElement !== null)
  const names = new Set(beside.map(({ pseudoElement }) => pseudoElement))
  return [...names].map((name) => {
    const said = beside.filter(({ pseudoElement }) => pseudoElement === name)
    return {
      setting: settle(said, own, undefined),
      content: said.map(({ content }) => content).join(''),
    }
  })
}

/** The attributes that a selector asks for, also within `:is()` and the like. */
function listAttributes(selector: readonly Selector[]): string[] {
  return selector.flatMap((token) => {
    if (token.type === 'attribute') return [token.name]
    if (token.type === 'pseudo' && Array.isArray(token.data)) {
      return token.data.flatMap(listAttributes)
    }
    return []
  })
}

/** Classes tell more than tags: a rule is kept under the rightmost class, else the tag, it names. */
function keyOf(selector: readonly Selector[]): string {
  let key = '*'
  for (const token of selector.toReversed()) {
    if (/^(?:descendant|child|adjacent|sibling)$/.test(token.type)) break
    if (token.type === 'attribute' && token.name === 'class' && token.action === 'element') {
      return `.${token.value}`
    }
    if (token.type === 'tag') key = token.name.toLowerCase()
  }
  return key
}

const byRank = (a: Ranked, b: Ranked): number =>
  a.layer - b.layer || a.specificity - b.specificity || a.order - b.order

function settle(
  rules: readonly Ranked[],
  inherited: Setting,
  browserWeight: Weight | 'inherit' | undefined,
): Setting {
  return shareSetting({
    weights: choose(rules, 'weight', inherited.weights, browserWeight),
    voices: choose(rules, 'voice', inherited.voices, undefined),
  })
}

/** The value of the strongest rule that always holds, and those of all that hold at times. */
function choose<Property extends 'weight' | 'voice'>(
  rules: readonly Ranked[],
  property: Property,
  inherited: readonly Exclude<FontRule[Property], 'inherit' | undefined>[],
  byBrowser: FontRule[Property],
): readonly Exclude<FontRule[Property], 'inherit' | undefined>[] {
  type Value = Exclude<FontRule[Property], 'inherit' | undefined>
  const said = rules.filter((rule) => rule[property] !== undefined)
  const lasting = said.findLast(({ conditional }) => !conditional)?.[property] ?? byBrowser
  const base = lasting === undefined || lasting === 'inherit' ? inherited : [lasting as Value]
  const sometimes = said
    .filter(({ conditional }) => conditional)
    .flatMap((rule) => (rule[property] === 'inherit' ? inherited : [rule[property] as Value]))
  return [...new Set([...base, ...sometimes])]
}
