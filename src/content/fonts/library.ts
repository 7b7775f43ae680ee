import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHINESE, codeOf } from './character-sets.ts'
import { CORE_CHARACTERS } from './core-characters.ts'
import { fileOf, type HouseFile, type SharedFile } from './house-fonts.ts'
import type { CommonText } from './character-use.ts'
import type { Cutter } from './subset.ts'
import type { Weight } from './typefaces.ts'

// Characters that islands may show though no page was printed with them: words of the interface, and
// titles of the house that come from the API. They lie in small files, of which a browser loads those
// that a text needs.

/** Weights that islands set Chinese in. */
const LIVE_WEIGHTS: readonly Weight[] = [300, 400, 500, 600, 700, 900]
/** Characters stand together by how common they are: a text lacks a few. */
const CHARACTERS_A_FILE = 10
/** Rare ones lie by code, so that a new one changes one file only. */
const BLOCK = 0x80

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

/** Cuts the files for text of islands; what the house's own files hold is left out. */
export async function makeLibrary(
  { printed }: CommonText,
  house: readonly HouseFile[],
  cutter: Cutter,
): Promise<HouseFile[]> {
  const words = listInterfaceCharacters(join('i18n', 'zh-cn'))
  const common = [...CORE_CHARACTERS].filter((one) => !words.includes(one))
  const known = new Set([...words, ...common])
  const rare = [...printed].filter((one) => !known.has(one))
  const groups = [...chunk([...words, ...common], CHARACTERS_A_FILE), ...groupByBlock(rare)]
  const files = LIVE_WEIGHTS.flatMap((weight): SharedFile[] => {
    const face = `serif-${weight}` as const
    const shared = new Set(
      house.filter((one) => one.face === face).flatMap((one) => [...one.characters]),
    )
    return groups
      .map((group) =>
        fileOf(
          face,
          group.filter((one) => !shared.has(one)),
        ),
      )
      .filter(({ characters }) => characters !== '')
  })
  return Promise.all(
    files.map(async (file) => ({
      ...file,
      name: await cutter.ensureSubset(file.face, file.characters),
    })),
  )
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
