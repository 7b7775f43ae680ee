import { parse as parseSelectors, type Selector } from 'css-what'
import postcss, { type AtRule, type Container, type Declaration, type Rule } from 'postcss'
import { isState } from './match-selector.ts'
import { memoize } from './memoize.ts'
import { WEIGHTS, type Weight } from './typefaces.ts'

// Reads font weights and families from style sheets. Other properties do not affect which glyphs a page
// needs.

export type FontRole = 'serif' | 'display' | 'numeral'

/** One selector with its font declarations. */
export interface FontRule {
  selector: Selector[]
  /** `::before`, `::after` or `::placeholder`; null for the element itself. */
  pseudoElement: string | null
  /** Whether the rule depends on a media query or a state such as `:hover`. */
  isConditional: boolean
  /** Precedence: layer first, then specificity, then order. */
  layer: number
  specificity: number
  weight: Weight | 'inherit' | undefined
  role: FontRole | 'inherit' | undefined
  /** Generated text. */
  content: string
}

/** The layers of `styles/base.css`. */
const LAYERS = ['reset', 'tokens', 'type', 'primitives', 'spacing', 'motion', 'print']
const ROLE = /var\(--(serif|display|numeral)\)/
const CONDITION = /^(?:media|supports|container)$/
const GENERATED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g

/** Pseudo-elements with one colon, as minifiers write them. */
const LEGACY = /(?<!:):(before|after)\b/g

/** Reads all rules of a style sheet that set fonts or generate text. */
export const readFontRules = memoize((css: string): FontRule[] => {
  const rules: FontRule[] = []
  postcss.parse(css).walkRules((rule) => {
    const context = readContext(rule)
    if (context.isIgnored) return
    const declarations = readDeclarations(rule)
    if (!declarations) return
    for (const selector of parseSelectors(expandNesting(rule).replaceAll(LEGACY, '::$1'))) {
      const pseudo = selector.find((token) => token.type === 'pseudo-element')
      rules.push({
        selector,
        pseudoElement: pseudo?.name ?? null,
        isConditional: context.isConditional || selector.some(isState),
        layer: context.layer,
        specificity: computeSpecificity(selector),
        ...declarations,
      })
    }
  })
  return rules
})

/** Resolves the nested selectors of a rule. */
function expandNesting(rule: Rule): string {
  const parent = findEnclosingRule(rule)
  if (!parent) return rule.selector
  const outer = expandNesting(parent)
  const parts = rule.selectors.map((selector) =>
    selector.includes('&')
      ? selector.replaceAll('&', `:is(${outer})`)
      : `:is(${outer}) ${selector}`,
  )
  return parts.join(', ')
}

function findEnclosingRule(rule: Rule): Rule | undefined {
  for (let node: Container | undefined = getOuter(rule); node; node = getOuter(node)) {
    if (node.type === 'rule') return node as Rule
  }
  return undefined
}

const getOuter = (node: Rule | Container): Container | undefined =>
  node.parent?.type === 'document' ? undefined : (node.parent as Container | undefined)

function readContext(rule: Rule) {
  const context = { isIgnored: false, isConditional: false, layer: LAYERS.length }
  for (let node = getOuter(rule); node; node = getOuter(node)) {
    if (node.type !== 'atrule') continue
    const { name, params } = node as AtRule
    if (name === 'layer') context.layer = Math.max(LAYERS.indexOf(params), 0)
    if (name === 'media' && params.trim() === 'print') context.isIgnored = true
    if (name.endsWith('keyframes')) context.isIgnored = true
    if (CONDITION.test(name)) context.isConditional = true
  }
  return context
}

function readDeclarations(rule: Rule): Pick<FontRule, 'weight' | 'role' | 'content'> | null {
  let weight: FontRule['weight']
  let role: FontRule['role']
  let content = ''
  for (const node of rule.nodes) {
    if (node.type !== 'decl') continue
    const { prop, value } = node as Declaration
    if (prop === 'font') {
      weight = readWeight(value) ?? 400
      role = readRole(value) ?? role
    }
    if (prop === 'font-weight') weight = readWeight(value)
    if (prop === 'font-family') role = readRole(value)
    if (prop === 'content') content = readContent(value)
  }
  const isEmpty = weight === undefined && role === undefined && content === ''
  return isEmpty ? null : { weight, role, content }
}

function readRole(value: string): FontRule['role'] {
  if (value === 'inherit') return value
  const name = ROLE.exec(value)?.[1]
  return name === 'serif' || name === 'display' || name === 'numeral' ? name : undefined
}

/** Reads a weight; weights that the serif lacks are mapped to the next heavier one. */
function readWeight(value: string): FontRule['weight'] {
  if (value === 'inherit') return value
  const words = value.split(/[\s/]+/)
  if (words.includes('bold') || words.includes('bolder')) return 700
  const number = words.map(Number).find((word) => word >= 100 && word <= 900 && word % 100 === 0)
  if (number === undefined) return words.includes('normal') ? 400 : undefined
  return WEIGHTS.find((weight) => weight >= number) ?? 900
}

function readContent(value: string): string {
  return [...value.matchAll(GENERATED)]
    .map((match) => match[1] ?? match[2] ?? '')
    .join('')
    .replace(/\\([0-9a-f]{1,6}) ?/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
}

function computeSpecificity(selector: Selector[]): number {
  return selector.reduce((sum, token) => sum + weigh(token), 0)
}

function weigh(token: Selector): number {
  switch (token.type) {
    case 'attribute':
      return token.name === 'id' && token.action === 'equals' ? 10_000 : 100
    case 'tag':
    case 'pseudo-element':
      return 1
    case 'pseudo':
      if (token.name === 'where') return 0
      return Array.isArray(token.data) ? Math.max(...token.data.map(computeSpecificity)) : 100
    default:
      return 0
  }
}
