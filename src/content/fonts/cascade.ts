import type { Element } from 'domhandler'
import type { Selector } from 'css-what'
import type { FontRule, Voice } from './font-rules.ts'
import { matches } from './match-selector.ts'
import type { Weight } from './typefaces.ts'

/** How a text may be set: its weights (several where a state or a width changes it) and families. */
export interface Setting {
  weights: readonly Weight[]
  voices: readonly Voice[]
}

/** Text that a style sheet puts beside that of an element. */
export interface Generated extends Setting {
  content: string
}

export interface Cascade {
  settingOf: (element: Element, inherited: Setting) => Setting
  generatedBy: (element: Element, own: Setting) => Generated[]
}

export const ROOT_SETTING: Setting = { weights: [400], voices: ['serif'] }

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

  let last: { element: Element; rules: Ranked[] } | undefined

  /** An element is asked about twice in a row: for itself, and for what is put beside it. */
  function rulesOf(element: Element): Ranked[] {
    if (last?.element !== element) last = { element, rules: findRules(element) }
    return last.rules
  }

  function findRules(element: Element): Ranked[] {
    const classes = (element.attribs['class'] ?? '').split(/\s+/).map((name) => `.${name}`)
    return [element.name, ...classes, '*']
      .flatMap((key) => index.get(key) ?? [])
      .filter((rule) => matches(element, rule.selector))
      .toSorted(byRank)
  }

  return {
    settingOf: (element, inherited) => {
      const rules = rulesOf(element).filter(({ pseudoElement }) => pseudoElement === null)
      return settle(rules, inherited, BROWSER[element.name]?.weight)
    },
    generatedBy: (element, own) => {
      const rules = rulesOf(element).filter(({ pseudoElement }) => pseudoElement !== null)
      const names = new Set(rules.map(({ pseudoElement }) => pseudoElement))
      return [...names].map((name) => {
        const said = rules.filter(({ pseudoElement }) => pseudoElement === name)
        return {
          ...settle(said, own, undefined),
          content: said.map(({ content }) => content).join(''),
        }
      })
    },
  }
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
  return {
    weights: choose(rules, 'weight', inherited.weights, browserWeight),
    voices: choose(rules, 'voice', inherited.voices, undefined),
  }
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
