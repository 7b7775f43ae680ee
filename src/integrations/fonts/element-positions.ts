import { ROOT_SETTING, type Cascade, type Styles } from './cascade.ts'
import type { StyledElement } from './match-selector.ts'

/**
 * The position of an element as far as style sheets can distinguish it: ancestors, siblings, tag name and
 * used attributes. Pages of one kind share positions, so each is resolved once.
 */
export interface ElementPosition extends StyledElement, Styles {
  parent: ElementPosition | null
  /** Language of the page, which determines the families of body text. */
  lang: string
  /** Whether its content is not text of the page, such as scripts. */
  isIgnored: boolean
  /** Child positions. */
  inner: Inner
}

/** Child positions by previous sibling and tag. */
type Inner = Map<StyledElement | null, Map<string, ElementPosition>>

const IGNORED = new Set('head script style template title svg iframe video audio'.split(' '))
/**
 * Cache limit for pages with the same style sheets: every page adds unique entries, and common ones are
 * quickly recreated.
 */
const MAX_POSITIONS = 5_000

const cache = new WeakMap<Cascade, ReturnType<typeof createPositions>>()

/** Returns the positions of all pages with the same style sheets. */
export function getPositions(cascade: Cascade) {
  const positions = cache.get(cascade) ?? createPositions(cascade)
  cache.set(cascade, positions)
  return positions
}

export type Attributes = Readonly<Record<string, string>>

function createPositions(cascade: Cascade) {
  const topLevel: Inner = new Map()
  let count = 0

  return {
    /**
     * @param parent null for top-level elements
     * @param prev the previous sibling
     */
    find(
      parent: ElementPosition | null,
      prev: ElementPosition | null,
      name: string,
      attributes: Attributes,
    ): ElementPosition {
      const used = Object.entries(attributes).filter(([key]) => cascade.attributes.has(key))
      const tag = JSON.stringify([name, ...used])
      const inner = parent?.inner ?? topLevel
      const siblings = inner.get(prev) ?? new Map<string, ElementPosition>()
      inner.set(prev, siblings)
      const cached = siblings.get(tag)
      if (cached) return cached
      count += 1
      if (count % MAX_POSITIONS === 0) topLevel.clear()
      // A copy: slices would keep the whole page in memory.
      const own = structuredClone({ name, attribs: Object.fromEntries(used) })
      const element = { ...own, parent, prev }
      const position: ElementPosition = {
        ...element,
        ...cascade.getStyles(element, parent?.setting ?? ROOT_SETTING),
        lang: name === 'html' ? (own.attribs['lang'] ?? '') : (parent?.lang ?? ''),
        isIgnored: parent?.isIgnored === true || IGNORED.has(name),
        inner: new Map(),
      }
      siblings.set(tag, position)
      return position
    },
  }
}
