import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FontLibrary } from '#font-library.ts'
import { CHINESE, codeOf, sortCharacters } from './character-sets.ts'
import { CORE_CHARACTERS } from './core-characters.ts'
import { isChinese, type HouseFile } from './house-fonts.ts'
import type { CommonText } from './character-use.ts'
import { markGroups, type Cutter } from './subset.ts'
import { coverageOf, type Weight } from './typefaces.ts'

// Characters that islands may show though no page was printed with them, in files of which a browser
// loads those that a text needs.

/** Weights that islands set Chinese in. */
const LIVE_WEIGHTS: readonly Weight[] = [400, 500, 600, 700, 900]
/** Characters stand together by how common they are: a text lacks a few. */
const CHARACTERS_A_GROUP = 2
/** Rare ones lie by code, so that a new one changes one group only. */
const BLOCK = 0x8

/** The characters of the interface, the most common first. */
function listInterfaceCharacters(folder: string): string[] {
  const counts = new Map<string, number>()
  for (const file of globSync('*.json', { cwd: folder }).toSorted()) {
    const found = readFileSync(join(folder, file), 'utf8').matchAll(CHINESE)
    for (const [character] of found) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([a, often], [b, oftener]) => oftener - often || codeOf(a) - codeOf(b))
    .map(([character]) => character)
}

function groupByBlock(characters: Iterable<string>): string[][] {
  const blocks = Map.groupBy(characters, (one) => Math.floor(codeOf(one) / BLOCK))
  return [...blocks].toSorted(([a], [b]) => a - b).map(([, block]) => block)
}

/** Cuts the files for text of islands. @returns which there are, and what the house's own files hold */
export async function makeLibrary(
  { printed }: CommonText,
  house: readonly HouseFile[],
  cutter: Cutter,
): Promise<FontLibrary> {
  const covered = coverageOf('serif-400')
  const words = listInterfaceCharacters(join('i18n', 'zh-cn'))
  const common = [...CORE_CHARACTERS].filter((one) => !words.includes(one))
  const known = new Set([...words, ...common])
  const rare = [...printed].filter((one) => !known.has(one))
  const groups = [...chunk([...words, ...common], CHARACTERS_A_GROUP), ...groupByBlock(rare)]
    .map((group) => sortCharacters(group.filter((one) => covered.has(one))))
    .filter((group) => group !== '')
  const mark = markGroups()
  await Promise.all(
    LIVE_WEIGHTS.flatMap((weight) =>
      groups.map((group) => cutter.ensureGroup(weight, group, mark)),
    ),
  )
  const chinese = house.filter(isChinese).map(({ name, characters }) => [name, characters])
  return {
    weights: LIVE_WEIGHTS.map(String),
    mark,
    shared: Object.fromEntries(chinese),
    groups,
  }
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
