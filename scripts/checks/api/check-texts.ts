import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { Locale } from '#api/language.ts'
import type { ContractFault } from './describe-issue.ts'
import { isRecord, visitObjects, type Node } from './json.ts'
import { showValue } from './finding.ts'

/** Fields with the own texts of an item, which must be in one of its `langs`. */
const OWN_TEXTS = ['title', 'name', 'subtitle', 'summary', 'line', 'client']
// oxfmt-ignore
const TEXTS = new Set([
  ...OWN_TEXTS,
  'text', 'label', 'mood', 'note', 'eyebrow', 'alt', 'author', 'role', 'job', 'address',
  'tagline', 'closing_line', 'seo_title', 'seo_description', 'foot_content',
])
/** Minimum length for a comparison: short texts, such as names, may be the same in two languages. */
const MIN_COMPARED_LENGTH = 20

function hasLanguage({ fields }: Node, lang: Locale): boolean {
  const langs = fields['langs']
  return Array.isArray(langs) && langs.includes(lang)
}

function isIn(lang: Locale, text: string): boolean {
  const chinese = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  // Chinese texts may contain long Latin titles, English texts only few Chinese characters.
  return LOCALE_TRAITS[lang].script === 'han' ? chinese > 0 || latin === 0 : chinese <= latin
}

/** Checks that `lang` of the init data follows the header, because the site stores it as the language. */
export function checkInitLanguage(data: unknown, lang: Locale): ContractFault[] {
  if (!isRecord(data) || data['lang'] === undefined || data['lang'] === lang) return []
  return [{ path: 'data.lang', expected: `"${lang}", as requested`, got: showValue(data['lang']) }]
}

/** Finds texts that are not in the requested language, in items whose `langs` include that language. */
export function checkLanguage(data: unknown, lang: Locale): ContractFault[] {
  return [...visitObjects(data)].flatMap((node) => {
    if (!hasLanguage(node, lang)) return []
    const own = OWN_TEXTS.filter((key) => typeof node.fields[key] === 'string')
    const [first] = own
    const text = own.map((key) => String(node.fields[key])).join(' ')
    if (first === undefined || isIn(lang, text)) return []
    const expected = `text in ${lang}, which langs promises`
    return [{ path: `${node.path}.${first}`, expected, got: showValue(node.fields[first]) }]
  })
}

function collectTexts(nodes: Node[]): string {
  return nodes
    .flatMap(({ fields }) => Object.entries(fields))
    .flatMap(([key, value]) => (TEXTS.has(key) && typeof value === 'string' ? [value] : []))
    .join('\n')
}

/**
 * Reports identical texts in the responses of two languages.
 * @param langs the languages of the responses
 */
export function compareLanguages(
  first: unknown,
  second: unknown,
  langs: readonly Locale[],
): ContractFault[] {
  const nodes = [...visitObjects(first)]
  const marked = nodes.filter(({ fields }) => 'langs' in fields)
  // Items in one language have the same texts in both responses.
  const isTranslated =
    marked.length === 0 || marked.some((node) => langs.every((lang) => hasLanguage(node, lang)))
  const texts = collectTexts(nodes)
  if (!isTranslated || texts.length < MIN_COMPARED_LENGTH) return []
  if (texts !== collectTexts([...visitObjects(second)])) return []
  return [
    {
      path: 'data',
      expected: 'texts that follow the lang header',
      got: 'the same texts for zh-cn and en',
    },
  ]
}
