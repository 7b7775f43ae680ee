import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { explainDatabaseFault } from '#scripts/admin-api/db/unusable-database.ts'
import { explainUnwritable } from '#scripts/lib/folder-access.ts'
import { readUserName } from '#scripts/lib/user-name.ts'

beforeEach(() => {
  vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file)')
  })
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  vi.unstubAllEnvs()
})

const NAME = `uid ${process.getuid?.()}`

test('names a user without a name, as in a container, by the id', () => {
  expect(readUserName()).toBe(NAME)
  expect(explainUnwritable('/data', 'DATA_DIR', new Error('EACCES')).message).toContain(
    `The user ${NAME} cannot write to /data (EACCES).`,
  )
})

test('explains a damaged database to a user without a name', () => {
  vi.stubEnv('NODE_ENV', 'production')
  const address = { kind: 'file', file: '/data/site.db' } as const
  expect(explainDatabaseFault(address, 'damaged', 'disk image is malformed')).toContain(
    '\n  DATA_DIR=/data npm run admin -- restore BACKUP_FOLDER --replace\n',
  )
})
