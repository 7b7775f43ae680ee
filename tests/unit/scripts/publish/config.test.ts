import { expect, test } from 'vitest'
import { readPublishConfig } from '#scripts/publish/config.ts'

test('DATABASE_POOL does not apply to the publisher, which records one webhook at a time', () => {
  const url = 'postgres://site@db.example.org/site'
  expect(readPublishConfig({ DATABASE_URL: url, DATABASE_POOL: '50' }).databaseServer).toEqual({
    kind: 'server',
    url,
    maxConnections: 1,
  })
})
