import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyDatabase } from '#scripts/admin-api/backup/copy-database.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('a copy of a damaged database leaves no snapshot of it', async () => {
  using folder = createTemporaryFolder()
  const from = path.join(folder.path, 'entracte.db')
  writeFileSync(from, 'no database'.repeat(1000))
  const to = { kind: 'server', url: 'postgres://127.0.0.1/entracte', maxConnections: 1 } as const
  await expect(copyDatabase({ from, to, replaces: false, report() {} })).rejects.toThrow(
    'not a database',
  )
  expect(readdirSync(folder.path)).toEqual(['entracte.db'])
})
