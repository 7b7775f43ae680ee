import type { AttributeSelector, Selector } from 'css-what'
import type { Element } from 'domhandler'

// Whether an element matches a selector, for what our style sheets use. What cannot be known from the
// document alone (`:hover`, `:checked`) counts as true: the rule is then only a possibility.

const parentOf = ({ parent }: Element): Element | null =>
  parent !== null && 'attribs' in parent ? (parent as Element) : null

function previousOf(element: Element): Element | null {
  let node = element.prev
  while (node !== null && !('attribs' in node)) node = node.prev
  return node as Element | null
}

/** Whether an element matches a selector, read from its right end. */
export function matches(element: Element, selector: readonly Selector[]): boolean {
  for (let end = selector.length - 1; end >= 0; end -= 1) {
    const token = selector[end]
    if (token === undefined) return true
    const rest = selector.slice(0, end)
    switch (token.type) {
      case 'descendant':
        return climb(element, parentOf, rest)
      case 'child':
        return step(parentOf(element), rest)
      case 'adjacent':
        return step(previousOf(element), rest)
      case 'sibling':
        return climb(element, previousOf, rest)
      default:
        if (!matchesToken(element, token)) return false
    }
  }
  return true
}

const step = (element: Element | null, rest: readonly Selector[]): boolean =>
  element !== null && matches(element, rest)

function climb(
  element: Element,
  next: (from: Element) => Element | null,
  rest: readonly Selector[],
): boolean {
  for (let other = next(element); other; other = next(other)) {
    if (matches(other, rest)) return true
  }
  return false
}

function matchesToken(element: Element, token: Selector): boolean {
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
  element: Element,
  name: string,
  data: Selector[][] | string | null,
): boolean {
  if (name === 'lang') return speaks(element, String(data))
  if (name === 'root') return element.name === 'html'
  if (!Array.isArray(data)) return true
  const found = data.some((selector) => matches(element, selector))
  if (name === 'not') return !found
  return name === 'is' || name === 'where' || name === 'matches' ? found : true
}

function speaks(element: Element, wanted: string): boolean {
  for (let node: Element | null = element; node; node = parentOf(node)) {
    const lang = node.attribs['lang']
    if (lang !== undefined)
      return lang.toLowerCase().split('-')[0] === wanted.replaceAll(/["']/g, '')
  }
  return false
}

function matchesAttribute(found: string | undefined, token: AttributeSelector): boolean {
  if (found === undefined) return token.action === 'not'
  const { value } = token
  switch (token.action) {
    case 'element':
      return found.split(/\s+/).includes(value)
    case 'equals':
      return found === value
    case 'start':
      return found.startsWith(value)
    case 'end':
      return found.endsWith(value)
    case 'any':
      return found.includes(value)
    case 'hyphen':
      return found === value || found.startsWith(`${value}-`)
    case 'not':
      return found !== value
    default:
      return true
  }
}
