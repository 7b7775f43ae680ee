import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findSpacing, writeRule, writeSpacing } from '#scripts/checks/spacing.ts'

test(
  'has a spacing class for every whole rem up to 350 and none beyond',
  { tags: ['S9.21'] },
  () => {
    for (let step = 1; step <= 350; step += 1) {
      expect(writeRule(`mt-${step}`)).toContain(`margin-top: ${step}rem;`)
    }
    for (const name of ['mt-0', 'mt-351', 'mt-1.5', 'mt-007', 'mz-10', 'mt', 'page-head']) {
      expect(writeRule(name), name).toBeNull()
    }
  },
)

test.each([
  ['m-8', 'margin: 8rem;'],
  ['pr-12', 'padding-right: 12rem;'],
  ['mb-350', 'margin-bottom: 350rem;'],
  ['pl-1', 'padding-left: 1rem;'],
  ['px-40', 'padding-inline: 40rem;'],
  ['py-24', 'padding-block: 24rem;'],
])('defines the class %s with %s', { tags: ['S9.21'] }, (name, declaration) => {
  expect(writeRule(name)).toContain(declaration)
})

test('writes each used spacing class once', { tags: ['S9.21'] }, () => {
  const names = findSpacing([
    '<div class="ways mt-48">',
    '<p className="mt-48 px-20 mt-999">',
    'const text = "mb-12"',
  ])
  expect(names).toEqual(['mt-48', 'px-20'])
  const css = writeSpacing(names)
  expect(css.match(/\.[mp]/g)).toHaveLength(2)
})

test('is current in the style sheet', { tags: ['S9.21'] }, async () => {
  const sources = globSync('src/**/*.{astro,tsx}').map((file) => readFileSync(file, 'utf8'))
  const css = writeSpacing(findSpacing(sources))
  await expect(css).toMatchFileSnapshot(resolve('src/styles/spacing.css'))
})
