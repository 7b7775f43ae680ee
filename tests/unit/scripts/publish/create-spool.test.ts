import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createSpool } from '#scripts/publish/live-builder/create-spool.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (spool: ReturnType<typeof createSpool>, name: string) => {
  const content = spool.read(name)
  const text = content && new TextDecoder().decode(content)
  expect(spool.readText(name)).toBe(text)
  return text
}

test('holds a little in memory, the rest on the disk, and leaves nothing behind', () => {
  using folder = createTemporaryFolder()
  const place = path.join(folder.path, 'builds', 'spool')
  const spool = createSpool(place, 8)
  spool.put('/a.html', bytes('12345'))
  expect(existsSync(place)).toBe(false)
  spool.put('/b.html', bytes('67890'))
  spool.put('/c.html', bytes('abc'))
  spool.put('/d.html', bytes('defghij'))
  expect(existsSync(place)).toBe(true)
  expect([read(spool, '/a.html'), read(spool, '/b.html')]).toEqual(['12345', '67890'])
  expect([read(spool, '/c.html'), read(spool, '/d.html')]).toEqual(['abc', 'defghij'])
  expect([...spool.names()]).toEqual(['/a.html', '/b.html', '/c.html', '/d.html'])
  expect(spool.read('/e.html')).toBeUndefined()
  spool.clear()
  expect(existsSync(place)).toBe(false)
  expect(spool.read('/a.html')).toBeUndefined()
  spool.put('/f.html', bytes('a new one'))
  expect(read(spool, '/f.html')).toBe('a new one')
  spool.clear()
})
