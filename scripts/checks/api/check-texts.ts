import type { Locale } from '#api/language.ts'
import type { Fault } from './describe-issue.ts'
import { isRecord, visitObjects } from './json.ts'
import type { Node } from './json.ts'
import { showValue } from './finding.ts'

/** Texts that an item with `langs` says of itself. */
const OWN_TEXTS = ['title', 'name', 'subtitle', 'summary', 'line', 'client']
// prettier-ignore
const TEXTS = new Set([
  'title', 'name', 'subtitle', 'summary', 'line', 'client',
  'text', 'label', 'mood', 'note', 'eyebrow', 'alt', 'author', 'role', 'job', 'address',
  'tagline', 'closing_line', 'seo_title', 'seo_description', 'foot_content',
])
/** Below this many characters two languages may well say the same: names, numbers. */
const MIN_COMPARED = 20

function hasLanguage({ fields }: Node, lang: Locale): boolean {
  const langs = fields['langs']
  return Array.isArray(langs) && langs.includes(lang)
}

function isIn(lang: Locale, text: string): boolean {
  const chinese = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  // A Chinese text may quote Latin titles at length, an English one quotes few characters.
  return lang === 'zh-cn' ? chinese > 0 || latin === 0 : chinese <= latin
}

/** `lang` of the init data follows the header: it decides what the site stores as chosen. */
function checkOwnLanguage(data: unknown, lang: Locale): Fault[] {
  if (!isRecord(data) || data['lang'] === undefined || data['lang'] === lang) return []
  return [{ path: 'data.lang', expected: `"${lang}", as asked for`, got: showValue(data['lang']) }]
}

/** Answers, and items that say that they have texts in the language asked for, in another one. */
export function checkLanguage(data: unknown, lang: Locale): Fault[] {
  const items = [...visitObjects(data)].flatMap((node) => {
    if (!hasLanguage(node, lang)) return []
    const own = OWN_TEXTS.filter((key) => typeof node.fields[key] === 'string')
    const [first] = own
    const text = own.map((key) => String(node.fields[key])).join(' ')
    if (first === undefined || isIn(lang, text)) return []
    const expected = `text in ${lang}, which langs promises`
    return [{ path: `${node.path}.${first}`, expected, got: showValue(node.fields[first]) }]
  })
  return [...checkOwnLanguage(data, lang), ...items]
}

function collectTexts(nodes: Node[]): string {
  return nodes
    .flatMap(({ fields }) => Object.entries(fields))
    .flatMap(([key, value]) => (TEXTS.has(key) && typeof value === 'string' ? [value] : []))
    .join('\n')
}

/** Two answers to the same question in two languages that say word for word the same. */
export function compareLanguages(chinese: unknown, english: unknown): Fault[] {
  const nodes = [...visitObjects(chinese)]
  const marked = nodes.filter(({ fields }) => 'langs' in fields)
  const isTranslated = marked.length === 0 || marked.some((node) => hasLanguage(node, 'en'))
  const texts = collectTexts(nodes)
  if (!isTranslated || texts.length < MIN_COMPARED) return []
  if (texts !== collectTexts([...visitObjects(english)])) return []
  return [
    {
      path: 'data',
      expected: 'texts that follow the lang header',
      got: 'the same texts for zh-cn and en',
    },
  ]
}
