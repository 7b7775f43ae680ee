import { ROOT_SETTING, type Cascade, type Generated, type Setting } from './cascade.ts'
import type { StyledElement } from './match-selector.ts'
import { readAttributes } from './scan-html.ts'

/**
 * The position of an element as far as style sheets can distinguish it: ancestors, siblings, tag name and
 * used attributes. Pages of one kind share positions, so each is resolved once.
 */
export interface ElementPosition extends StyledElement {
  parent: ElementPosition | null
  setting: Setting
  generated: readonly Generated[]
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
 * Cache limits for pages with the same style sheets: every page adds unique entries, and common ones are
 * quickly recreated.
 */
const MAX_TAGS = 2_000
const MAX_POSITIONS = 5_000

const cache = new WeakMap<Cascade, ReturnType<typeof createPositions>>()

/** Returns the positions of all pages with the same style sheets. */
export function getPositions(cascade: Cascade) {
  const positions = cache.get(cascade) ?? createPositions(cascade)
  cache.set(cascade, positions)
  return positions
}

interface Tag {
  /** Equal for tags that style sheets cannot distinguish. */
  key: string
  name: string
  attribs: Readonly<Record<string, string>>
}

function createPositions(cascade: Cascade) {
  const tags = new Map<string, Tag>()
  const topLevel: Inner = new Map()
  let count = 0

  function findTag(text: string, name: string): Tag {
    const cached = tags.get(text)
    if (cached) return cached
    // A copy: a slice would keep the whole page in memory.
    const own = Buffer.from(text).toString()
    const used = Object.entries(readAttributes(own, name)).filter(([attribute]) =>
      cascade.attributes.has(attribute),
    )
    const tag: Tag = {
      key: JSON.stringify([name, used]),
      name: own.slice(0, name.length),
      attribs: Object.fromEntries(used),
    }
    if (tags.size >= MAX_TAGS) tags.clear()
    tags.set(own, tag)
    return tag
  }

  function createPosition(
    parent: ElementPosition | null,
    prev: ElementPosition | null,
    { name, attribs }: Tag,
  ): ElementPosition {
    const element = { name, attribs, parent, prev }
    const setting = cascade.getSetting(element, parent?.setting ?? ROOT_SETTING)
    return {
      ...element,
      setting,
      generated: cascade.listGenerated(element, setting),
      lang: name === 'html' ? (attribs['lang'] ?? '') : (parent?.lang ?? ''),
      isIgnored: parent?.isIgnored === true || IGNORED.has(name),
      inner: new Map(),
    }
  }

  return {
    /**
     * @param parent null for top-level elements
     * @param prev the previous sibling
     * @param text tag text from `scanHtml`
     */
    find(
      parent: ElementPosition | null,
      prev: ElementPosition | null,
      text: string,
      name: string,
    ): ElementPosition {
      const tag = findTag(text, name)
      const inner = parent?.inner ?? topLevel
      const siblings = inner.get(prev) ?? new Map<string, ElementPosition>()
      inner.set(prev, siblings)
      const cached = siblings.get(tag.key)
      if (cached) return cached
      count += 1
      if (count % MAX_POSITIONS === 0) topLevel.clear()
      const position = createPosition(parent, prev, tag)
      siblings.set(tag.key, position)
      return position
    },
  }
}
