import { expect, test } from 'vitest'
import { readStorageFault } from '#scripts/lib/storage-fault.ts'

const sqlite = (errcode: number) =>
  Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })

const postgres = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' })

test.each([
  ['a file that is no database', sqlite(26), 'damaged'],
  ['a damaged index (extended code)', sqlite(779), 'damaged'],
  ['a failed read (extended code)', sqlite(266), 'unreadable'],
  ['a full disk', sqlite(13), 'full'],
  ['no room for the journal index', sqlite(4874), 'full'],
  ['a busy database', sqlite(5), 'busy'],
  ['a broken rule of a table', sqlite(275), undefined],
  ['a server that shuts down', postgres('57P01'), 'unreachable'],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), 'unreachable'],
  ['a server without a free connection', postgres('53300'), 'busy'],
  ['a lock that was held too long', postgres('55P03'), 'busy'],
  ['transactions that kept losing', postgres('40001'), 'busy'],
  ['a standby', postgres('25006'), 'unreadable'],
  ['a full disk of the server', postgres('53100'), 'full'],
  ['a damaged table', postgres('XX001'), 'damaged'],
  ['a row that exists already', postgres('23505'), undefined],
  ['a statement that is wrong', postgres('42601'), undefined],
  ['ENOSPC', Object.assign(new Error('x'), { code: 'ENOSPC' }), 'full'],
  ['an error with such a cause', new Error('x', { cause: sqlite(11) }), 'damaged'],
  ['a mistake of ours', new TypeError('x'), undefined],
  ['no error at all', 'x', undefined],
])('%s', (_, error, fault) => expect(readStorageFault(error)).toBe(fault))
