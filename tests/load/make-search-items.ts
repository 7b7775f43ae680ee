import { sql } from 'kysely'
import { SEARCH_KINDS } from '#api/search-kinds.ts'
import type { Transaction } from '#scripts/admin-api/db/open.ts'
import { createRandom } from '#scripts/admin-api/demo/generate-items.ts'

// Deterministic items and queries for search benchmarks, as of a venue with a long history.

const CHINESE =
  '茶馆 雷雨 海鸥 牡丹亭 长生殿 赵氏孤儿 天鹅湖 哈姆雷特 昆曲 表演 即兴 水袖 独白 灯光 面具 园林 夜场 春天 朗读 对谈 重逢 归来 手记 现场 剧本 台词 身段 舞台 工作坊 入门 讲座 开放日 音乐会 四重奏 独舞 影子 故乡 远山 银河 月光 秋水 桃花扇 玩偶之家 樱桃园 等待 日出 北京人 原野 家族 旅程 河流 大师课'.split(
    ' ',
  )
const ENGLISH =
  'Teahouse Thunderstorm Seagull Peony Pavilion Palace Eternal Youth Orphan Swan Lake Hamlet Kunqu Acting Improvisation Water Sleeves Monologue Lighting Mask Garden Evening Spring Reading Dialogue Reunion Return Notes Live Script Voice Gesture Stage Workshop Beginners Lecture Open Day Concert Quartet Solo Shadow Homeland Mountain River Moonlight Autumn Peach Blossom Fan Doll House Cherry Orchard Waiting Sunrise Wilderness Family Journey Master Class'.split(
    ' ',
  )
const SURNAMES = [
  ...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文',
]
const GIVEN = [...'兰芳文声万昭仙祖若舟艺伟秋露雁晴岚清远松涛鹤鸣书怀山明月静云梅竹石川']
const KINDS = SEARCH_KINDS.filter((kind) => kind !== 'business')

const random = createRandom(7)
const pick = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}
const many = (count: number, make: () => string, between = '') =>
  Array.from({ length: count }, make).join(between)
const syllable = () =>
  pick(['ba', 'ren', 'to', 'mi', 'sal', 'vor', 'lin', 'ka', 'des', 'pu', 'nor', 'ei'])
/** A word as rare as a name. */
const rareWord = () => many(2 + Math.floor(random() * 2), syllable)
const han = () => String.fromCodePoint(0x4e_00 + Math.floor(random() ** 2 * 3000))
const chineseTitle = () => many(1 + Math.floor(random() * 3), () => pick(CHINESE)) + many(2, han)
const englishTitle = () =>
  `${many(1 + Math.floor(random() * 3), () => pick(ENGLISH), ' ')} ${rareWord()}`
const chineseText = (words: number) =>
  many(words, () => (random() < 0.4 ? pick(CHINESE) : many(2, han)), '，')
const englishText = (words: number) =>
  many(words, () => (random() < 0.6 ? pick(ENGLISH).toLowerCase() : rareWord()), ' ')
const name = () => pick(SURNAMES) + many(2, () => pick(GIVEN))

const IMAGE = { url: 'a.webp', alt: '', width: 1, height: 1 }

/** Fills a database with items in two languages, with about 400 words each. */
export async function fillWithItems(trx: Transaction, count: number, now: number): Promise<void> {
  for (let id = 1; id <= count; id++) {
    const kind = KINDS[id % KINDS.length] ?? 'artist'
    if (kind.endsWith('_news')) {
      await sql`INSERT INTO news (kind, id, slug, langs, published_at, published)
        VALUES (${kind.replace('_news', '')}, ${id}, ${String(id)}, '[]', ${now - id * 3_600_000}, 1)
        `.execute(trx)
    }
    for (const lang of ['zh-cn', 'en'] as const) {
      const isChinese = lang === 'zh-cn'
      const own = isChinese ? chineseTitle() : englishTitle()
      const title = kind === 'artist' && isChinese ? name() : own
      const summary = isChinese ? chineseText(12) : englishText(25)
      const card = JSON.stringify({ author: isChinese ? name() : rareWord(), image: IMAGE })
      const content = [{ type: 'text', text: isChinese ? chineseText(200) : englishText(400) }]
      const body = JSON.stringify([{ type: 'paragraph', content }])
      await sql`INSERT INTO content_text
          (kind, item_id, lang, published, title, summary, card, details, body)
        VALUES (${kind}, ${id}, ${lang}, 1, ${title}, ${summary}, ${card}, '{}', ${body})
        `.execute(trx)
    }
  }
}

const SOUNDS = [
  'chaguan',
  'cg',
  'leiyu',
  'haiou',
  'mudan',
  'mdt',
  'kunqu',
  'biaoyan',
  'mei lan',
  'wang',
  'shui xiu',
]
const OTHERS = [
  '茶館',
  '海鷗',
  '茶',
  '的',
  'a',
  't',
  'th',
  '不存在的词语',
  '昆曲课程',
  '牡丹停',
  '“',
  '%',
  '10',
  '莎士比亞',
]
const swap = (word: string) => word.replace(/^(..)(.)(.)/, '$1$3$2')

/** Queries of all kinds: words, prefixes, pinyin, typos, names, several words, no match. */
export function makeQueries(count: number): string[] {
  const sorts = [
    () => pick(CHINESE),
    () => pick(ENGLISH),
    () => pick(ENGLISH).slice(0, 2 + Math.floor(random() * 3)),
    () => swap(pick(ENGLISH)),
    () => pick(SOUNDS),
    () => pick(OTHERS),
    name,
    () => `${pick(CHINESE)} ${pick(ENGLISH)}`,
    () => `${pick(ENGLISH)} ${pick(ENGLISH)}`,
    rareWord,
    () => pick(CHINESE) + pick(CHINESE),
  ]
  return Array.from({ length: count }, (_, index) => (sorts[index % sorts.length] ?? name)())
}
