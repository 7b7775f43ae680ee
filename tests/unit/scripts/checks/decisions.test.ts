import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

test('the list of decisions has the number and title of each one', () => {
  const entries = globSync('docs/decisions/[0-9]*.md').map((file) => {
    const [, number, title] = /^# (\d+): (.+)$/m.exec(readFileSync(file, 'utf8')) ?? []
    return `- [${number}](${basename(file)}): ${title}`
  })
  const list = readFileSync('docs/decisions/README.md', 'utf8').matchAll(/^- .+$/gm)
  expect(Array.from(list, ([entry]) => entry).toSorted()).toEqual(entries.toSorted())
})
