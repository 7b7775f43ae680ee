import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { BREAKPOINTS } from '#config.ts'
import { readPages } from '#tests/support/release.ts'

const { release } = inject('stack')
const pages = readPages(release)
const inline = pages.flatMap(({ root }) => root.querySelectorAll('style').map(({ text }) => text))
const files = globSync('_astro/*.css', { cwd: release }).map((file) =>
  readFileSync(join(release, file), 'utf8'),
)
const css = [...new Set([...inline, ...files])].join('\n')

test('exactly the used spacing classes are shipped', { tags: ['S9.21'] }, () => {
  const shipped = new Set(
    [...css.matchAll(/\.([mp][trblxy]?-\d+)\s*\{/g)].map(([, name = '']) => name),
  )
  const classes = pages.flatMap(({ root }) =>
    root.querySelectorAll('[class]').flatMap((element) => [...element.classList.values()]),
  )
  const used = new Set(classes.filter((name) => /^[mp][trblxy]?-\d+$/.test(name)))
  expect(shipped.size).toBeGreaterThan(0)
  expect(shipped).toEqual(used)
})

test('layouts change at the breakpoints of the specification only', { tags: ['S9.04'] }, () => {
  const widths = new Set(
    [...css.matchAll(/\((?:max-width:\s*(\d+)px|width\s*<=\s*(\d+)px)\)/g)].map(([, a, b]) =>
      Number(a ?? b),
    ),
  )
  // The mobile breakpoint is inclusive, the others are exclusive.
  const { mobile, small, medium } = BREAKPOINTS
  expect([...widths].toSorted((a, b) => a - b)).toEqual([mobile, small - 1, medium - 1])
  expect(css).toMatch(new RegExp(`\\((?:min-width:\\s*|width\\s*>=\\s*)${BREAKPOINTS.large}px\\)`))
})
