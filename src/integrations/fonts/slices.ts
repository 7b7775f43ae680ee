import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALE_TRAITS, SITE_LOCALES } from '#i18n/locales.ts'
import { CHINESE, getCodePoint, sortCharacters, formatUnicodeRange } from './character-sets.ts'
import type { CharacterStatistics } from './character-statistics.ts'
import { CORE_CHARACTERS } from './core-characters.ts'
import type { SharedFontFile } from './shared-fonts.ts'
import type { Subsetter } from './subset.ts'
import { renderFontFace, getCoverage, type Weight } from './typefaces.ts'

// Fonts for dynamic text such as orders, search results and names: slices of the serif, of which browsers
// load those that a text needs (`unicode-range`, CSS Fonts 4).

/** Weights of Chinese text in islands. */
const SLICED_WEIGHTS: readonly Weight[] = [400, 500, 600, 700, 900]
/** A compromise between the number of requests and unused characters. */
const CHARACTERS_PER_SLICE = 16
/**
 * Rare characters are grouped by code point, so that a new one changes only one slice. Titles have fewer of
 * them than body text, so their blocks are larger.
 */
const BLOCK = { text: 0x80, titles: 0x400 } as const
/** Number of interface characters before those of body text: most text of islands is labels. */
const LABEL_CHARACTERS = 96

/** Lists the characters of the interface, most frequent first. */
function listInterfaceCharacters(folder: string): string[] {
  const counts = new Map<string, number>()
  for (const file of globSync('*.json', { cwd: folder }).toSorted()) {
    const matches = readFileSync(join(folder, file), 'utf8').matchAll(CHINESE)
    for (const [character] of matches) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || getCodePoint(a) - getCodePoint(b))
    .map(([character]) => character)
}

/**
 * Lists the slices of one weight: the interface and the core of body text by frequency, then the other
 * characters of body text or titles of pages.
 * @param shared characters of the weight's shared file, which most pages load
 */
function listSlices(
  weight: Weight,
  statistics: CharacterStatistics,
  shared: ReadonlySet<string>,
): string[] {
  const [characters, block] =
    weight === 400 ? [statistics.all, BLOCK.text] : [statistics.titles, BLOCK.titles]
  const covered = getCoverage('serif-400')
  const isNeeded = (one: string) => covered.has(one) && !shared.has(one)
  const folders = SITE_LOCALES.filter((one) => LOCALE_TRAITS[one].script === 'han')
  const written = folders.flatMap((locale) => listInterfaceCharacters(join('i18n', locale)))
  const common = new Set([...written.slice(0, LABEL_CHARACTERS), ...CORE_CHARACTERS, ...written])
  const rare = [...characters].filter((one) => !common.has(one))
  const blocks = Map.groupBy(rare, (one) => Math.floor(getCodePoint(one) / block))
  return [
    ...splitIntoChunks([...common].filter(isNeeded), CHARACTERS_PER_SLICE),
    ...blocks.values(),
  ]
    .map((slice) => sortCharacters(slice.filter(isNeeded)))
    .filter((slice) => slice !== '')
}

/**
 * Makes the slices.
 * @param base URL of the fonts folder, with a trailing slash
 * @returns the style sheet that declares them
 */
export async function makeSlices(
  statistics: CharacterStatistics,
  sharedFiles: readonly SharedFontFile[],
  base: string,
  subsetter: Subsetter,
): Promise<string> {
  const rules = SLICED_WEIGHTS.flatMap((weight) => {
    const own = sharedFiles.filter((file) => file.face === `serif-${weight}`)
    const shared = new Set(own.flatMap(({ characters }) => [...characters]))
    return listSlices(weight, statistics, shared).map(async (slice) => {
      const name = await subsetter.ensureSubset(`serif-${weight}`, slice)
      return renderFontFace(`serif-${weight}`, `${base}${name}.woff2`, formatUnicodeRange(slice))
    })
  })
  return (await Promise.all(rules)).join('\n')
}

function splitIntoChunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
