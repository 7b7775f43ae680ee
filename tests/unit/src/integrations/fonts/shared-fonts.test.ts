import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeSharedFonts, renderSharedSheet } from '#integrations/fonts/shared-fonts.ts'
import { nameSubset, type Subsetter } from '#integrations/fonts/subset.ts'
import { getCoverage } from '#integrations/fonts/typefaces.ts'

/** A subsetter that names files as usual and writes none. */
const subsetter: Subsetter = {
  ensureSubset: (face, characters) => Promise.resolve(nameSubset(face, characters)),
}
const files = await makeSharedFonts({ frame: {}, all: '', titles: '' }, subsetter)
const rules = renderSharedSheet(files, '/fonts/').split('\n')

test('declares the spaces of every Latin weight in the regular file', () => {
  const latin = rules.filter((rule) => rule.includes('font-family:"Site Latin"'))
  const withSpaces = latin.filter((rule) => /unicode-range:U\+20\b/.test(rule))
  const weights = new Set(latin.map((rule) => /font-weight:\d+/.exec(rule)?.[0]))
  expect(withSpaces).toHaveLength(weights.size)
  expect(new Set(withSpaces.map((rule) => /url\([^)]*\)/.exec(rule)?.[0])).size).toBe(1)
})

test('shares the marks that styles of islands generate', () => {
  const styles = globSync('src/features/**/*.css').map((file) => readFileSync(file, 'utf8'))
  const generated = styles.flatMap((css) => [...css.matchAll(/content: '([^']+)'/g)])
  const marks = generated.flatMap(([, content = '']) => [...content].filter((one) => one > '~'))
  const covered = new Set(marks.filter((one) => getCoverage('serif-400').has(one)))
  expect(covered.size).toBeGreaterThan(2)
  const shared = new Set(files.flatMap(({ characters }) => [...characters]))
  expect([...covered].filter((one) => !shared.has(one))).toEqual([])
})
