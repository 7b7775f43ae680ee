import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_SOURCES } from '#scripts/publish/read-inputs.ts'

const FILE = path.resolve(import.meta.dirname, '../../../deploy/Containerfile')

test('deploy/Containerfile copies everything that affects pages', async () => {
  const text = await readFile(FILE, 'utf8')
  const image = text.slice(text.lastIndexOf('FROM '))
  const copied = [...image.matchAll(/^COPY --chown=\S+ (.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  )
  expect(copied).toEqual(expect.arrayContaining([...PAGE_SOURCES, 'scripts', 'tsconfig.json']))
})
