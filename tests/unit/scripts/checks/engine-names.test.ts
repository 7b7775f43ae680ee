import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What only one engine knows, and the engines by name. */
const ENGINE_WORDS =
  /\.prepare\([^)]|\bPRAGMA\b|\bMATCH\b|\bFTS\d|json_extract|\browid\b|sqlite|postgres|plpgsql|from 'pg'/

const isOfEngine = (file: string): boolean => file.includes('/db/engines/')

test('only the files of the engines name an engine or what only one of them knows', () => {
  const files = globSync('{scripts,src}/**/*.{ts,tsx,astro}')
  expect(files.filter(isOfEngine).length).toBeGreaterThan(10)
  const named = files
    .filter((file) => !isOfEngine(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          ENGINE_WORDS.test(line) ? [`${file}:${index + 1} ${line}`] : [],
        ),
    )
  expect(named).toEqual([])
})
