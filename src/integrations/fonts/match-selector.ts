import type { AttributeSelector, Selector } from 'css-what'

// Selector matching for the subset of CSS that our style sheets use. States such as `:hover` and `:checked`
// are unknown at build time: they match, and so does their negation.

/** The element properties that selectors use. */
export interface StyledElement {
  name: string
  attribs: Readonly<Record<string, string>>
  /** The parent element. */
  parent: StyledElement | null
  /** The previous sibling. */
  prev: StyledElement | null
}

/** Pseudo-classes that `matches` evaluates; all others are states. */
const EVALUATED = /^(?:lang|root|is|where|matches|not)$/

/** Whether the result of a token depends on a state, such as `:hover`. */
export function isState(token: Selector): boolean {
  if (token.type !== 'pseudo') return false
  if (!EVALUATED.test(token.name)) return true
  return Array.isArray(token.data) && token.data.some((selector) => selector.some(isState))
}

const getParent = ({ parent }: StyledElement): StyledElement | null => parent
const getPrevious = ({ prev }: StyledElement): StyledElement | null => prev

/** Whether an element matches a selector, evaluated from right to left. */
export function matches(element: StyledElement, selector: readonly Selector[]): boolean {
  for (let end = selector.length - 1; end >= 0; end -= 1) {
    const token = selector[end]
    if (token === undefined) return true
    const rest = selector.slice(0, end)
    switch (token.type) {
      case 'descendant':
        return climb(element, getParent, rest)
      case 'child':
        return step(getParent(element), rest)
      case 'adjacent':
        return step(getPrevious(element), rest)
      case 'sibling':
        return climb(element, getPrevious, rest)
      default:
        if (!matchesToken(element, token)) return false
    }
  }
  return true
}

const step = (element: StyledElement | null, rest: readonly Selector[]): boolean =>
  element !== null && matches(element, rest)

function climb(
  element: StyledElement,
  next: (from: StyledElement) => StyledElement | null,
  rest: readonly Selector[],
): boolean {
  for (let other = next(element); other; other = next(other)) {
    if (matches(other, rest)) return true
  }
  return false
}

function matchesToken(element: StyledElement, token: Selector): boolean {
  switch (token.type) {
    case 'tag':
      return element.name === token.name.toLowerCase()
    case 'attribute':
      return matchesAttribute(element.attribs[token.name], token)
    case 'pseudo':
      return matchesPseudo(element, token.name, token.data)
    default:
      return true
  }
}

function matchesPseudo(
  element: StyledElement,
  name: string,
  data: Selector[][] | string | null,
): boolean {
  if (name === 'lang') return hasLanguage(element, String(data))
  if (name === 'root') return element.name === 'html'
  if (!EVALUATED.test(name) || !Array.isArray(data)) return true
  if (name === 'not') {
    return !data.some((selector) => !selector.some(isState) && matches(element, selector))
  }
  return data.some((selector) => matches(element, selector))
}

function hasLanguage(element: StyledElement, language: string): boolean {
  for (let node: StyledElement | null = element; node; node = getParent(node)) {
    const lang = node.attribs['lang']
    if (lang !== undefined)
      return lang.toLowerCase().split('-')[0] === language.replaceAll(/["']/g, '')
  }
  return false
}

function matchesAttribute(actual: string | undefined, token: AttributeSelector): boolean {
  if (actual === undefined) return token.action === 'not'
  const { value } = token
  switch (token.action) {
    case 'element':
      return actual.split(/\s+/).includes(value)
    case 'equals':
      return actual === value
    case 'start':
      return actual.startsWith(value)
    case 'end':
      return actual.endsWith(value)
    case 'any':
      return actual.includes(value)
    case 'hyphen':
      return actual === value || actual.startsWith(`${value}-`)
    case 'not':
      return actual !== value
    default:
      return true
  }
}
