import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { noteCommonText } from '#content/fonts/note-common-text.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const TEXT = { frame: { 'serif-400': '幕间' }, printed: '幕间馆' }

test('what pages share is noted for the next build', async () => {
  using folder = createTemporaryFolder()
  const file = path.join(folder.path, 'common-text.json')
  const note = noteCommonText(file)
  expect(await note.read()).toBeUndefined()
  await note.write(TEXT)
  expect(await note.read()).toEqual(TEXT)
})

test('a note that broke off, or says something else, is none', async () => {
  using folder = createTemporaryFolder()
  const file = path.join(folder.path, 'common-text.json')
  for (const text of ['', '{"frame":{"serif-400":"幕', '{"frame":[]}', 'null']) {
    writeFileSync(file, text)
    expect(await noteCommonText(file).read()).toBeUndefined()
  }
})
