import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createSpool } from '#scripts/publish/live-builder/create-spool.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = async (spool: ReturnType<typeof createSpool>, name: string) => {
  const content = await spool.read(name)
  return content && new TextDecoder().decode(content)
}

test('holds a little in memory, the rest on the disk, and leaves nothing behind', async () => {
  using folder = createTemporaryFolder()
  const place = path.join(folder.path, 'spool')
  const spool = createSpool(place, 8)
  await spool.put('/a.html', bytes('12345'))
  expect(existsSync(place)).toBe(false)
  await spool.put('/b.html', bytes('67890'))
  await spool.put('/c.html', bytes('abc'))
  expect(existsSync(place)).toBe(true)
  expect([await read(spool, '/a.html'), await read(spool, '/b.html')]).toEqual(['12345', '67890'])
  expect(await read(spool, '/c.html')).toBe('abc')
  expect(await spool.read('/d.html')).toBeUndefined()
  await spool.clear()
  expect(existsSync(place)).toBe(false)
  expect(await spool.read('/a.html')).toBeUndefined()
})
