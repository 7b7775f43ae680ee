import { mapLocales } from '#api/language.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { pickText, type LocalizedText } from '../content/local.ts'
import type { ContentBlock } from '../content/format/blocks.ts'
import type { ContentFolder } from '../content/read-folder.ts'
import type { ItemKind } from '../content/format.ts'

type Items = ContentFolder['items']
/** An item of any kind in the content format. */
type AnyItem = { [K in ItemKind]: { kind: K; item: Items[K][number] } }[ItemKind]

/** Percentages of the kinds among generated items. */
const SHARES: readonly [ItemKind, number][] = [
  ['artist-news', 25],
  ['course-news', 20],
  ['performance-news', 20],
  ['performances', 10],
  ['courses', 10],
  ['artists', 10],
  ['business-cases', 3],
  ['activities', 2],
]
/** First id of generated items, far above those of the demo. */
const FIRST_ID = 100_000
/** Ids reserved for the parts of an item, such as its shows. */
const IDS_PER_ITEM = 100
/** Range of dates around today; most items are in the past. */
const WEEKS_BACK = 500
const WEEKS_AHEAD = 26

const ORDINALS = '甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥'

type Random = () => number
const pick = <T>(list: readonly T[], random: Random): T => {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

/** Makes a title unique in every language. */
function numberTitle(title: LocalizedText, n: number): LocalizedText {
  const sign = [...ORDINALS][n % ORDINALS.length] ?? ''
  return mapLocales((lang) => {
    const number = LOCALE_TRAITS[lang].script === 'han' ? `${sign}${n}` : `no. ${n}`
    return `${pickText(title, lang)} ${number}`
  })
}

const weekday = (random: Random) => pick(['tue', 'wed', 'thu', 'fri', 'sat', 'sun'], random)

function writeWeek(week: number, random: Random, clock: string): string {
  return `${week < 0 ? '-' : '+'}${Math.abs(week)}w ${weekday(random)} ${clock}`
}

/** A week relative to this one, mostly in the past, with fewer items in older weeks. */
const pickWeek = (random: Random) =>
  Math.round(WEEKS_AHEAD - random() ** 0.7 * (WEEKS_AHEAD + WEEKS_BACK))

/** Gives a news item a unique title and a day in the past. */
function dateNews<T extends { title: LocalizedText }>(item: T, n: number, random: Random) {
  const days = 1 + Math.floor(random() * WEEKS_BACK * 7)
  return { ...item, title: numberTitle(item.title, n), published_at: `-${days}d 1${n % 10}:30` }
}

/**
 * Generates valid items from the demo content, with its texts reordered and resized, its pictures, venues
 * and people.
 * @returns a function that makes the n-th item, always the same for the same n
 */
export function createItemGenerator({ items }: ContentFolder): (n: number) => AnyItem {
  const kinds = SHARES.flatMap(([kind, share]) => Array.from({ length: share }, () => kind))
  const bodies = Object.values(items)
    .flatMap((list: readonly { body: readonly ContentBlock[] }[]) => list.map(({ body }) => body))
    .flat()
    .filter(({ type }) => type !== 'button' && type !== 'video' && type !== 'gallery')
  const performers = items.artists.filter(({ published }) => published)

  /** 2 to 29 blocks, mostly few. */
  function writeBody(own: readonly ContentBlock[], random: Random): ContentBlock[] {
    const length = 2 + Math.floor(random() ** 3 * 28)
    const others = Array.from({ length }, () => pick(bodies, random))
    return [...own.slice(0, 1 + Math.floor(random() * own.length)), ...others].slice(0, length)
  }

  function createBase<T extends { slug: string; body: readonly ContentBlock[] }>(
    list: readonly T[],
    n: number,
    random: Random,
  ) {
    const source = pick(list, random)
    const id = FIRST_ID + n
    const body = writeBody(source.body, random)
    return { source, own: { ...source, id, slug: `${source.slug}-${n}`, published: true, body } }
  }

  function createPerformance(n: number, random: Random): Items['performances'][number] {
    const { source, own } = createBase(items.performances, n, random)
    const week = pickWeek(random)
    const first = own.id * IDS_PER_ITEM
    const shows = source.shows.slice(0, 1 + Math.floor(random() * 4)).map((show, index) => ({
      ...show,
      id: first + index,
      starts: writeWeek(week + index, random, '19:30'),
      cancelled: false,
      moved: false,
    }))
    const opens = writeWeek(week - 8, () => 0, '10:00')
    return {
      ...own,
      title: numberTitle(source.title, n),
      tiers: source.tiers.map((tier, index) => ({ ...tier, id: first + index })),
      shows,
      member_sale_starts: opens,
      sale_starts: opens,
    }
  }

  function createCourse(n: number, random: Random): Items['courses'][number] {
    const { source, own } = createBase(items.courses, n, random)
    const week = pickWeek(random)
    const first = own.id * IDS_PER_ITEM
    const opens = writeWeek(week - 6, () => 0, '10:00')
    const { application: _, ...rest } = own
    return {
      ...rest,
      title: numberTitle(source.title, n),
      admission: 'book',
      featured: false,
      booking_opens: opens,
      packages: source.packages.map((offer, index) => ({ ...offer, id: first + index })),
      dates: source.dates.slice(0, 1 + Math.floor(random() * 6)).map((date, index) => ({
        ...date,
        id: first + index,
        starts: writeWeek(week + index, random, '19:00'),
        cancelled: false,
      })),
    }
  }

  function createActivity(n: number, random: Random): Items['activities'][number] {
    const { source, own } = createBase(items.activities, n, random)
    const week = pickWeek(random)
    return {
      ...own,
      title: numberTitle(source.title, n),
      application: {
        opens: writeWeek(week - 4, () => 0, '10:00'),
        closes: writeWeek(week - 1, () => 0, '22:00'),
      },
      dates: source.dates.slice(0, 1).map((date) => ({
        ...date,
        id: own.id * IDS_PER_ITEM,
        starts: writeWeek(week, random, '14:00'),
      })),
    }
  }

  return (n) => {
    const random = createRandom(n + 1)
    const kind = kinds[n % kinds.length] ?? 'artist-news'
    switch (kind) {
      case 'performances':
        return { kind, item: createPerformance(n, random) }
      case 'courses':
        return { kind, item: createCourse(n, random) }
      case 'activities':
        return { kind, item: createActivity(n, random) }
      case 'artists': {
        const { source, own } = createBase(performers, n, random)
        return { kind, item: { ...own, name: numberTitle(source.name, n) } }
      }
      case 'business-cases': {
        const { source, own } = createBase(items['business-cases'], n, random)
        return { kind, item: { ...own, title: numberTitle(source.title, n) } }
      }
      case 'artist-news':
      case 'course-news':
      case 'performance-news': {
        const { own } = createBase(items[kind], n, random)
        return { kind, item: dateNews(own, n, random) }
      }
    }
  }
}

/** A seeded pseudo-random number generator (mulberry32) with values in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
