import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BuildSettingsSchema } from '#content/build-settings.ts'

/** Set by developer tools, and by the program for the builds that it starts; not by operators. */
const INTERNAL_SETTINGS = new Set(['BUNDLE_REPORT', 'JAVA_HOME', 'PREVIEW_OF', 'RENDERER'])

/** Names of the environment variables in a source: read by `process.env` or declared in a schema. */
function findNames(source: string): string[] {
  const read = source.matchAll(/process\.env(?:\.|\[['"])([A-Z][A-Z0-9_]+)/g)
  const declared = source.matchAll(/^ +([A-Z][A-Z0-9_]{5,}): (?:v\.|\w+Schema\b)/gm)
  return [...read, ...declared].map(([, name = '']) => name)
}

const sources = globSync(['scripts/**/*.ts', 'src/**/*.ts', 'astro.config.mjs'])
const settings = new Set(sources.flatMap((file) => findNames(readFileSync(file, 'utf8'))))
const page = readFileSync('docs/settings.md', 'utf8')
const rows = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name = '']) => name)

test('documents every setting in one row of docs/settings.md', () => {
  const expected = [...settings].filter((name) => !INTERNAL_SETTINGS.has(name))
  expect(expected.length).toBeGreaterThan(20)
  expect(rows.toSorted()).toEqual(expected.toSorted())
})

test('lists every setting once in the example file', () => {
  const examples = readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)
  expect([...examples].map(([, name = '']) => name).toSorted()).toEqual(rows.toSorted())
})

/** The location of generated files does not affect pages. */
const WITHOUT_EFFECT = ['BUILD_CACHE_DIR']

test('compares every setting that affects pages between releases', () => {
  const inputs = readFileSync('scripts/publish/read-inputs.ts', 'utf8')
  const compared = new Set(
    [...inputs.matchAll(/^ +'?([A-Z][A-Z0-9_]+)(?:: |',$)/gm)].map(([, name]) => name),
  )
  const buildSettings = Object.keys(BuildSettingsSchema.entries)
  expect(buildSettings.filter((name) => !compared.has(name))).toEqual(WITHOUT_EFFECT)
})
