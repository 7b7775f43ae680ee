import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkNames } from '#scripts/admin-api/content/check-names.ts'

test('suggests valid names for items and folders with dots', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'check-names-'))
  const root = folder.path
  mkdirSync(join(root, 'artists'))
  mkdirSync(join(root, 'media', 'Season 2.5'), { recursive: true })
  writeFileSync(join(root, 'artists', 'Dr. Faust.yaml'), '')
  expect(checkNames(root).map(({ file, message }) => [file, message])).toEqual([
    ['artists/Dr. Faust.yaml', expect.stringMatching(/Rename it to dr-faust\.yaml\.$/)],
    ['media/Season 2.5', expect.stringContaining('rename it to season-2-5, ')],
  ])
})
