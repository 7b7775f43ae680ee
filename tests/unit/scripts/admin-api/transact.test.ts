import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { transact } from '#scripts/admin-api/db/transact.ts'
import { compareVersions } from '#scripts/admin-api/db/open.ts'

function openCounter() {
  const sqlite = new DatabaseSync(':memory:')
  sqlite.exec('CREATE TABLE counter (value INTEGER)')
  const count = () => Number(sqlite.prepare('SELECT count(*) AS n FROM counter').get()?.['n'])
  return { sqlite, count, add: () => sqlite.exec('INSERT INTO counter VALUES (1)') }
}

describe('transact', () => {
  test('keeps what a function wrote', () => {
    const { sqlite, add, count } = openCounter()
    transact(sqlite, add)
    expect(count()).toBe(1)
  })

  test('takes everything back when it throws', () => {
    const { sqlite, add, count } = openCounter()
    const fail = () => {
      add()
      throw new Error('no')
    }
    expect(() => transact(sqlite, fail)).toThrow('no')
    expect(count()).toBe(0)
  })

  test('refuses a function that goes on later', () => {
    const { sqlite, add, count } = openCounter()
    const later = async () => add()
    expect(() => transact(sqlite, later)).toThrow('synchronous')
    expect(count()).toBe(0)
  })
})

describe('compareVersions', () => {
  test('compares by number', () => {
    expect(compareVersions('3.51.3', '3.51.3')).toBe(0)
    expect(compareVersions('3.9.0', '3.51.3')).toBeLessThan(0)
    expect(compareVersions('3.53.4', '3.51.3')).toBeGreaterThan(0)
  })
})
