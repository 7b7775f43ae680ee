// Generated content of the foreign theatre, with numbered items for any size.

/** A text in the two languages of the site. */
export interface LocalizedText {
  'zh-cn': string
  en: string
}
export type Lang = keyof LocalizedText

export interface Item {
  id: number
  title: LocalizedText
  body: LocalizedText
  /** Index of the item's image. */
  picture: number
  group: number
}
export interface Production extends Item {
  state: 'on_sale' | 'coming' | 'past'
  /** Start of the first of two shows, epoch ms. */
  opens: number
}
export interface Course extends Item {
  starts: number
  places: number
}
export interface Activity extends Item {
  starts: number
  places: number
}
export interface Story extends Item {
  published: number
  /** Id of the production, course or artist that the story is about. */
  about: number
}

export interface Repertoire {
  productions: Production[]
  courses: Course[]
  activities: Activity[]
  artists: Item[]
  stories: { performance: Story[]; course: Story[]; artist: Story[] }
}

const DAY = 86_400_000

const STEMS = {
  productions: { 'zh-cn': '灯笼巷夜话', en: 'Tales of Lantern Yard' },
  courses: { 'zh-cn': '身段课', en: 'Movement class' },
  activities: { 'zh-cn': '后台开放日', en: 'Open day backstage' },
  artists: { 'zh-cn': '周砚秋', en: 'Zhou Yanqiu' },
  performance: { 'zh-cn': '排练场日记', en: 'Rehearsal diary' },
  course: { 'zh-cn': '课堂记录', en: 'Notes from class' },
  artist: { 'zh-cn': '人物随笔', en: 'Portrait' },
}

const number = (words: LocalizedText, id: number): LocalizedText => ({
  'zh-cn': `${words['zh-cn']} ${id}`,
  en: `${words.en} ${id}`,
})

/** HTML as written by a rich-text editor: a table in a figure, nested lists, links, images. */
function writeBody(id: number): LocalizedText {
  const picture = `/pictures/${id % 6}.jpg`
  return {
    'zh-cn': `<h2>关于第 ${id} 号</h2><p>灯笼巷的院子在<strong>雨后</strong>最安静。参看<a href="/about/about">剧院介绍</a>。</p>
<figure class="table"><table><thead><tr><th>时段</th><th>票价</th></tr></thead><tbody><tr><td>平日</td><td>¥${80 + (id % 7) * 20}</td></tr><tr><td>周末</td><td>¥${120 + (id % 7) * 20}</td></tr></tbody></table><figcaption>票价表</figcaption></figure>
<ul><li>请提前到场<ul><li>晚到者在中场入座</li><li>存包处在一层</li></ul></li><li>场内请关闭手机</li></ul>
<figure><img src="${picture}" alt="院子里的灯笼" width="1200" height="750"><figcaption>院子</figcaption></figure>
<blockquote><p>灯亮了，戏就开始了。</p></blockquote>`,
    en: `<h2>About number ${id}</h2><p>The yard is quietest <strong>after rain</strong>. See <a href="/about/about">the theatre</a>.</p>
<figure class="table"><table><thead><tr><th>Time</th><th>Price</th></tr></thead><tbody><tr><td>Weekdays</td><td>¥${80 + (id % 7) * 20}</td></tr><tr><td>Weekends</td><td>¥${120 + (id % 7) * 20}</td></tr></tbody></table><figcaption>Prices</figcaption></figure>
<ul><li>Please come early<ul><li>Latecomers are seated in the interval</li><li>The cloakroom is on the ground floor</li></ul></li><li>Phones off, please</li></ul>
<figure><img src="${picture}" alt="Lanterns in the yard" width="1200" height="750"><figcaption>The yard</figcaption></figure>
<blockquote><p>When the lanterns are lit, the play begins.</p></blockquote>`,
  }
}

/** An embedded video, which pages cannot show and the build must report. */
const FRAME = '<p>Video:</p><iframe src="https://video.example/embed/42"></iframe>'

function makeItem(stem: LocalizedText, id: number): Item {
  return { id, title: number(stem, id), body: writeBody(id), picture: id % 6, group: 1 + (id % 3) }
}

const makeItems = (stem: LocalizedText, count: number): Item[] =>
  Array.from({ length: Math.max(2, Math.round(count)) }, (_, index) => makeItem(stem, index + 1))

/**
 * Generates about `size` items, deterministically for size and day.
 * @param now epoch ms, rounded down to the day
 */
export function makeRepertoire(size: number, now: number): Repertoire {
  const today = Math.floor(now / DAY) * DAY
  const productions = makeItems(STEMS.productions, size * 0.2).map((item): Production => {
    const { id } = item
    const state = id % 5 === 0 ? 'past' : id % 4 === 0 ? 'coming' : 'on_sale'
    const opens = today + (state === 'past' ? -40 : state === 'coming' ? 60 : 3 + (id % 20)) * DAY
    return { ...item, state, opens: opens + 11.5 * 3_600_000 }
  })
  const courses = makeItems(STEMS.courses, size * 0.2).map((item) => ({
    ...item,
    starts: today + (2 + (item.id % 25)) * DAY + 2 * 3_600_000,
    places: 8 + (item.id % 6),
  }))
  const activities = makeItems(STEMS.activities, size * 0.05).map((item) => ({
    ...item,
    starts: today + (10 + (item.id % 15)) * DAY + 6 * 3_600_000,
    places: 20,
  }))
  const artists = makeItems(STEMS.artists, size * 0.15)
  const makeStories = (stem: LocalizedText, share: number, subjects: number): Story[] =>
    makeItems(stem, size * share).map((item) => ({
      ...item,
      published: today - item.id * 3_600_000,
      about: 1 + (item.id % subjects),
    }))
  const stories = {
    performance: makeStories(STEMS.performance, 0.2, productions.length),
    course: makeStories(STEMS.course, 0.1, courses.length),
    artist: makeStories(STEMS.artist, 0.1, artists.length),
  }
  const [withFrame] = stories.performance
  if (withFrame) withFrame.body.en += FRAME
  return { productions, courses, activities, artists, stories }
}
