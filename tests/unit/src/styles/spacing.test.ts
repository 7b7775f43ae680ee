import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `mt-24` is a top margin of 24rem, `px-40` an inline padding of 40rem. */
const SPACING = /^([mp])([trblxy]?)-([1-9]\d*)$/
const MAX_STEP = 350
const SIDES: Readonly<Record<string, string>> = {
  t: '-top',
  r: '-right',
  b: '-bottom',
  l: '-left',
  x: '-inline',
  y: '-block',
}

/** Finds the spacing classes in class attributes. */
function listUsed(): string[] {
  const sources = globSync('src/**/*.{astro,tsx}').map((file) => readFileSync(file, 'utf8'))
  const classes = sources.flatMap((source) =>
    [...source.matchAll(/\bclass(?:Name)?="([^"]*)"/g)].flatMap(([, list = '']) =>
      list.split(/\s+/),
    ),
  )
  return [...new Set(classes)].filter((name) => SPACING.test(name)).toSorted()
}

const css = readFileSync('src/styles/spacing.css', 'utf8')
const rules = Array.from(
  css.matchAll(/\.([\w-]+) \{\s*([^{}]+?)\s*\}/g),
  ([, name = '', rule = '']) => [name, rule] as const,
)

test('the style sheet defines exactly the used spacing classes', { tags: ['S9.21'] }, () => {
  expect(rules.map(([name]) => name)).toEqual(listUsed())
})

test.each(rules)('%s is a step of 1rem, at most 350', { tags: ['S9.21'] }, (name, rule) => {
  const [, kind, side = '', step] = SPACING.exec(name) ?? []
  const property = `${kind === 'm' ? 'margin' : 'padding'}${SIDES[side] ?? ''}`
  expect(rule).toBe(`${property}: ${step}rem;`)
  expect(Number(step)).toBeLessThanOrEqual(MAX_STEP)
})
