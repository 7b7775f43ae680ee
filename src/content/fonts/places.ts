import { ROOT_SETTING, type Cascade, type Generated, type Setting } from './cascade.ts'
import type { StyledElement } from './match-selector.ts'
import { readAttributes } from './scan-html.ts'

/**
 * An element as style sheets see it: where it stands, its name, and the attributes that they ask for.
 * Pages of one kind have the same places, so that what holds in one is worked out once.
 */
export interface Place extends StyledElement {
  parent: Place | null
  setting: Setting
  generated: readonly Generated[]
  /** Language of the page: it decides which families the body text has. */
  lang: string
  /** Whether nothing in it is read as text. */
  isSilent: boolean
  /** The places in it. */
  inner: Inner
}

/** Places by the one before them and their own tag. */
type Inner = Map<StyledElement | null, Map<string, Place>>

export interface Places {
  /**
   * @param parent null for what stands in no other element
   * @param prev the element before it
   * @param tag as `scanHtml` gives it
   */
  find(parent: Place | null, prev: Place | null, tag: string, name: string): Place
}

const SILENT = new Set('head script style template title svg iframe video audio'.split(' '))
/**
 * Texts of tags, and places, that are remembered at most, by pages with the same style sheets: every
 * page has some of its own, and those that all have are soon made again.
 */
const MOST_TAGS = 2_000
const MOST_PLACES = 5_000

const kept = new WeakMap<Cascade, Places>()

/** The places of all pages with the same style sheets. */
export function placesOf(cascade: Cascade): Places {
  const places = kept.get(cascade) ?? createPlaces(cascade)
  kept.set(cascade, places)
  return places
}

interface Tag {
  /** Tags that are the same to style sheets have the same. */
  key: string
  name: string
  attribs: Readonly<Record<string, string>>
}

function createPlaces(cascade: Cascade): Places {
  const tags = new Map<string, Tag>()
  const outermost: Inner = new Map()
  let count = 0

  function findTag(text: string, name: string): Tag {
    const known = tags.get(text)
    if (known) return known
    // A copy: a part of a page would keep the whole of it in memory.
    const own = Buffer.from(text).toString()
    const asked = Object.entries(readAttributes(own, name)).filter(([attribute]) =>
      cascade.attributes.has(attribute),
    )
    const tag: Tag = {
      key: JSON.stringify([name, asked]),
      name: own.slice(0, name.length),
      attribs: Object.fromEntries(asked),
    }
    if (tags.size >= MOST_TAGS) tags.clear()
    tags.set(own, tag)
    return tag
  }

  function makePlace(parent: Place | null, prev: Place | null, { name, attribs }: Tag): Place {
    const element = { name, attribs, parent, prev }
    const setting = cascade.settingOf(element, parent?.setting ?? ROOT_SETTING)
    return {
      ...element,
      setting,
      generated: cascade.generatedBy(element, setting),
      lang: name === 'html' ? (attribs['lang'] ?? '') : (parent?.lang ?? ''),
      isSilent: parent?.isSilent === true || SILENT.has(name),
      inner: new Map(),
    }
  }

  return {
    find(parent, prev, text, name) {
      const tag = findTag(text, name)
      const inner = parent?.inner ?? outermost
      const behind = inner.get(prev) ?? new Map<string, Place>()
      inner.set(prev, behind)
      const known = behind.get(tag.key)
      if (known) return known
      count += 1
      if (count % MOST_PLACES === 0) outermost.clear()
      const place = makePlace(parent, prev, tag)
      behind.set(tag.key, place)
      return place
    },
  }
}
