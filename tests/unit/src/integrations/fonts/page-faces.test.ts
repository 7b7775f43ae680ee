import { expect, test } from 'vitest'
import { FULL_WIDTH_PUNCTUATION } from '#integrations/fonts/character-sets.ts'
import type { SharedFontFile } from '#integrations/fonts/shared-fonts.ts'
import { makeFaces } from '#integrations/fonts/page-faces.ts'
import type { Subsetter } from '#integrations/fonts/subset.ts'
import type { FaceKey } from '#integrations/fonts/typefaces.ts'

const sharedFiles: SharedFontFile[] = [
  { face: 'display-500i', characters: 'a', name: 'display' },
  { face: 'numeral-500', characters: '0', name: 'numerals' },
]

/** Names files by their characters. */
const nameByContent: Subsetter['ensureSubset'] = (face, characters) =>
  Promise.resolve(`${face} ${[...characters].join('')}`)
const subsetter: Subsetter = {
  ensureSubset: nameByContent,
}

const HAN = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x4e00 + at))

test('puts half-width punctuation into the subsets of the first screen', async () => {
  const text = new Map<FaceKey, Set<string>>([
    ['serif-400', new Set([...HAN, '《', '》'])],
    ['serif-900', new Set([...HAN, '？'])],
  ])
  const { first } = await makeFaces(text, 'han', { sharedFiles, subsetter })
  expect(first).toContain(`serif-400 《》${HAN.slice(0, 43).join('')}`)
  expect(first).toContain(`serif-900 ？${HAN.slice(0, 15).join('')}`)
})

test('puts each character of titles into one file', async () => {
  const text = new Map<FaceKey, Set<string>>([
    ['serif-700', new Set(HAN.slice(0, 3))],
    ['serif-900', new Set(HAN)],
  ])
  const { first, rest } = await makeFaces(text, 'han', { sharedFiles, subsetter })
  const [early, late] = [HAN.slice(0, 16), HAN.slice(16)].map(
    (part) => `serif-900 ${part.join('')}`,
  )
  const bold = `serif-700 ${HAN.slice(0, 3).join('')}`
  expect(first).toEqual(expect.arrayContaining([bold, early]))
  expect(rest).toEqual([bold, early, late])
})

test.each([
  ['the shared file', '“”，。、：；？', 'punctuation'],
  ['the first subset of a long page', '“”。', null],
])('puts punctuation into one file: %s', async (_, marks, shared) => {
  const many = Array.from({ length: 400 }, (__, at) => String.fromCodePoint(0x4e00 + at))
  const text = new Map<FaceKey, Set<string>>([
    ['serif-400', new Set([...many, ...marks])],
    ['serif-900', new Set(many)],
  ])
  const punctuation: SharedFontFile = {
    face: 'serif-400',
    characters: FULL_WIDTH_PUNCTUATION,
    name: 'punctuation',
  }
  const files = [...sharedFiles, punctuation]
  const { rest, late } = await makeFaces(text, 'han', { sharedFiles: files, subsetter })
  const withPunctuation = [...rest, ...late].filter((name) =>
    [...marks].some((one) => name.includes(one)),
  )
  if (shared) expect([withPunctuation, rest]).toEqual([[], expect.arrayContaining([shared])])
  else expect(withPunctuation).toEqual([expect.stringContaining(`serif-400 ${marks}`)])
})

const range = (from: string, length: number) =>
  Array.from({ length }, (_, at) => String.fromCodePoint((from.codePointAt(0) ?? 0) + at))

test.each<[FaceKey, string[], used: number]>([
  ['latin-400', range(' ', 95), 24],
  ['latin-400', range(' ', 10), 10],
  ['serif-400', [...FULL_WIDTH_PUNCTUATION], 8],
  ['serif-400', range('一', 100), 40],
  ['serif-400', range('一', 60), 30],
  ['numeral-500', range('1', 9), 1],
])('loads a shared file of %s only if a page needs enough of %s', async (face, all, used) => {
  const file: SharedFontFile = { face, characters: all.join(''), name: 'shared' }
  const listRest = async (count: number) => {
    const text = new Map([[face, new Set(all.slice(0, count))]])
    const files = [...sharedFiles, file]
    return (await makeFaces(text, 'han', { sharedFiles: files, subsetter })).rest
  }
  expect(await listRest(used)).toEqual(['shared'])
  expect(await listRest(used - 1)).not.toContain('shared')
})

test('loads a whole alphabet for a single letter of an English page', async () => {
  const letters = range('a', 26).join('')
  const file: SharedFontFile = { face: 'latin-500', characters: letters, name: 'alphabet' }
  const mask: SharedFontFile[] = [
    { face: 'latin-400', characters: 'a', name: 'latin' },
    { face: 'display-600', characters: 'a', name: 'display' },
    { face: 'punctuation-400', characters: '’', name: 'punctuation' },
  ]
  const files = [...sharedFiles, ...mask, file]
  const text = new Map<FaceKey, Set<string>>([['latin-500', new Set('z')]])
  const { rest } = await makeFaces(text, 'latin', { sharedFiles: files, subsetter })
  expect(rest).toEqual(['alphabet'])
})
