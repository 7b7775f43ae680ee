// Items of the repertoire in the shapes of /openapi.json.
import type {
  Activity,
  Course,
  Lang,
  Production,
  Repertoire,
  Story,
  Item,
  LocalizedText,
} from './repertoire.ts'

const HOUR = 3_600_000
const LANGS: Lang[] = ['zh-cn', 'en']
export const GROUPS: Record<'genres' | 'categories' | 'disciplines', LocalizedText[]> = {
  genres: [
    { 'zh-cn': '话剧', en: 'Drama' },
    { 'zh-cn': '昆曲', en: 'Kunqu' },
    { 'zh-cn': '舞蹈', en: 'Dance' },
  ],
  categories: [
    { 'zh-cn': '表演', en: 'Acting' },
    { 'zh-cn': '形体', en: 'Movement' },
    { 'zh-cn': '声乐', en: 'Voice' },
  ],
  disciplines: [
    { 'zh-cn': '演员', en: 'Actor' },
    { 'zh-cn': '导演', en: 'Director' },
    { 'zh-cn': '舞者', en: 'Dancer' },
  ],
}

const iso = (time: number) => new Date(time).toISOString()
export const now = () => iso(Date.now())

export interface Picture {
  url: string
  alt: string
  width: number
  height: number
}

/** Creates functions that format items in one language. */
export function createShapes(all: Repertoire, lang: Lang) {
  const getText = (words: LocalizedText) => words[lang]
  const both = (chinese: string, english: string) => (lang === 'en' ? english : chinese)
  const ref = (id: number, words: LocalizedText) => ({ id, name: getText(words) })
  const getGroup = (names: LocalizedText[], { group }: Item) => {
    const words = names[group - 1]
    return { id: group, name: words ? getText(words) : '' }
  }
  const city = { id: 1, name: both('上海', 'Shanghai') }
  const hall = { id: 1, name: both('大院', 'The Yard') }
  const place = {
    city,
    venue: { id: 1, name: both('灯笼巷剧场', 'Lantern Yard Theatre') },
    hall,
    address: both('灯笼巷 8 号', '8 Lantern Yard'),
  }
  const picture = (index: number): Picture => ({
    url: `/pictures/${index}.jpg`,
    alt: both('灯笼巷的一盏灯', 'A lantern in the yard'),
    width: 1200,
    height: 750,
  })
  const summary = ({ id }: Item) =>
    both(`灯笼巷剧场的第 ${id} 个故事。`, `Story number ${id} of Lantern Yard.`)
  const getTeacher = (id: number) => {
    const artist = all.artists[id % all.artists.length]
    return { id: artist?.id ?? 1, name: artist ? getText(artist.title) : '' }
  }

  const tiers = ({ id }: Production) =>
    [1, 2].map((rank) => ({
      id: id * 10 + rank,
      name: both(`${rank} 档`, `Tier ${rank}`),
      price_fen: 20_000 - rank * 4000,
      member_price_fen: 18_000 - rank * 4000,
    }))
  const shows = (production: Production) =>
    [0, 1].map((evening) => ({
      id: production.id * 10 + evening + 1,
      starts_at: iso(production.opens + evening * 24 * HOUR),
      ends_at: iso(production.opens + evening * 24 * HOUR + 2 * HOUR),
      place,
      note: null,
      features: [],
      member_sale_starts_at: iso(production.opens - 60 * 24 * HOUR),
      sale_starts_at: iso(production.opens - (production.state === 'coming' ? 10 : 50) * 24 * HOUR),
      price_from_fen: 12_000,
      places_left: production.state === 'past' ? 0 : 40,
      state: { on_sale: 'on_sale', coming: 'not_on_sale', past: 'sale_ended' }[production.state],
    }))
  const performance = (production: Production) => ({
    id: production.id,
    langs: LANGS,
    title: getText(production.title),
    subtitle: both('灯笼巷原创', 'Made in Lantern Yard'),
    author: both('沈默', 'Shen Mo'),
    genre: getGroup(GROUPS.genres, production),
    poster: picture(production.picture),
    run: { from: iso(production.opens), to: iso(production.opens + 26 * HOUR) },
    cities: [city],
    halls: [hall],
    price_from_fen: 12_000,
    state: production.state,
  })
  const artist = (person: Item) => ({
    id: person.id,
    langs: LANGS,
    name: getText(person.title),
    latin_name: person.title.en,
    group: person.id % 7 === 0 ? 'master' : 'ensemble',
    discipline: getGroup(GROUPS.disciplines, person),
    born: 1970 + (person.id % 30),
    died: null,
    line: both('住在巷口的人', 'Lives at the end of the lane'),
    portrait: picture(person.picture),
  })
  const courseDate = (course: Course) => ({
    id: course.id,
    course: ref(course.id, course.title),
    starts_at: iso(course.starts),
    ends_at: iso(course.starts + 2 * HOUR),
    place,
    teacher: getTeacher(course.id),
    price_fen: 9900,
    member_price_fen: 7900,
    capacity: course.places,
    places_left: course.places,
    admission: 'book',
    state: 'open',
  })
  const course = (item: Course) => ({
    id: item.id,
    langs: LANGS,
    title: getText(item.title),
    subtitle: both('每周一次', 'Once a week'),
    summary: summary(item),
    category: getGroup(GROUPS.categories, item),
    poster: picture(item.picture),
    level: 'open',
    hours: 2,
    teachers: [getTeacher(item.id)],
    cities: [city],
    admission: 'book',
    price_fen: 9900,
    member_price_fen: 7900,
    state: 'open',
    next_date: courseDate(item),
  })
  const activity = (item: Activity) => ({
    id: item.id,
    langs: LANGS,
    title: getText(item.title),
    subtitle: both('一个下午', 'One afternoon'),
    summary: summary(item),
    poster: picture(item.picture),
    price_fen: 0,
    places: item.places,
    places_left: item.places,
    opens_at: iso(item.starts - 60 * 24 * HOUR),
    closes_at: iso(item.starts - 24 * HOUR),
    state: 'open',
  })
  const activityDate = (item: Activity) => ({
    id: item.id,
    starts_at: iso(item.starts),
    ends_at: iso(item.starts + 3 * HOUR),
    place,
  })
  const subjects = { performance: all.productions, course: all.courses, artist: all.artists }
  const story = (kind: keyof typeof subjects, item: Story) => {
    const subject = subjects[kind][item.about - 1]
    return {
      kind,
      id: item.id,
      langs: LANGS,
      title: getText(item.title),
      summary: summary(item),
      image: picture(item.picture),
      published_at: iso(item.published),
      subject: subject ? ref(subject.id, subject.title) : null,
    }
  }
  const entry = (kind: string, item: Item, dated: ReturnType<typeof activityDate>) => ({
    kind,
    item_id: item.id,
    title: getText(item.title),
    note: null,
    id: dated.id,
    starts_at: dated.starts_at,
    ends_at: dated.ends_at,
    place,
  })
  // oxfmt-ignore
  return {
    getText, both, city, picture, tiers, shows, performance, artist, course, courseDate,
    activity, activityDate, story, entry, summary,
  }
}
export type Shapes = ReturnType<typeof createShapes>
