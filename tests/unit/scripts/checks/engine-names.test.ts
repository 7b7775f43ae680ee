import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Engine names, and SQL features that only one engine has. */
const ENGINE_WORDS =
  /\.prepare\([^)]|\bPRAGMA\b|\bMATCH\b|\bFTS\d|json_extract|\browid\b|sqlite|postgres|plpgsql|from 'pg'/

const isEngineFile = (file: string): boolean => file.includes('/db/engines/')

test("mentions database engines and their features only in the engines' files", () => {
  const files = globSync('{scripts,src}/**/*.{ts,tsx,astro}')
  expect(files.filter(isEngineFile).length).toBeGreaterThan(10)
  const mentions = files
    .filter((file) => !isEngineFile(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          ENGINE_WORDS.test(line) ? [`${file}:${index + 1} ${line}`] : [],
        ),
    )
  expect(mentions).toEqual([])
})
