import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BuildSettingsSchema } from '#content/build-settings.ts'

/** Set by tools for developers and by the program for the builds that it starts, not by operators. */
const TOOLS = new Set(['BUNDLE_REPORT', 'JAVA_HOME', 'PREVIEW_OF', 'RENDERER'])

/** Names of environment variables in a source: by `process.env`, or as a key of a schema. */
function namesIn(source: string): string[] {
  const read = source.matchAll(/process\.env(?:\.|\[['"])([A-Z][A-Z0-9_]+)/g)
  const declared = source.matchAll(/^ +([A-Z][A-Z0-9_]{5,}): v\./gm)
  return [...read, ...declared].map(([, name = '']) => name)
}

const sources = globSync(['scripts/**/*.ts', 'src/**/*.ts', 'astro.config.mjs'])
const settings = new Set(sources.flatMap((file) => namesIn(readFileSync(file, 'utf8'))))
const readme = readFileSync('README.md', 'utf8')
const [, production = ''] = /\n## In production\n(.*?)\n## /s.exec(readme) ?? []
const [, table = ''] = /\*\*Settings\.\*\*(.*?)\n\n\*\*/s.exec(production) ?? []
const rows = [...table.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name = '']) => name)

test('every setting has one row in the README', () => {
  const wanted = [...settings].filter((name) => !TOOLS.has(name))
  expect(wanted.length).toBeGreaterThan(20)
  expect(rows.toSorted()).toEqual(wanted.toSorted())
})

test('the example file lists every setting of the README once', () => {
  const examples = readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)
  expect([...examples].map(([, name = '']) => name).toSorted()).toEqual(rows.toSorted())
})

/** Where generated files are kept changes no page. */
const OF_NO_PAGE = ['BUILD_CACHE_DIR']

test('a changed setting of pages makes a new release', () => {
  const inputs = readFileSync('scripts/publish/read-inputs.ts', 'utf8')
  const compared = new Set([...inputs.matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name))
  const ofPages = Object.keys(BuildSettingsSchema.entries)
  expect(ofPages.filter((name) => !compared.has(name))).toEqual(OF_NO_PAGE)
})
