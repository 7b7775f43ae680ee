import { expect, test } from 'vitest'
import { readStorageFault } from '#scripts/lib/storage-fault.ts'

const sqlite = (errcode: number) =>
  Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })

const postgres = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' })

test.each([
  ['a file that is not a database', sqlite(26), 'damaged'],
  ['a damaged index (extended code)', sqlite(779), 'damaged'],
  ['a failed read (extended code)', sqlite(266), 'unreadable'],
  ['a full disk', sqlite(13), 'full'],
  ['no room for the journal index', sqlite(4874), 'full'],
  ['a busy database', sqlite(5), 'busy'],
  ['a constraint violation', sqlite(275), undefined],
  ['a server that shuts down', postgres('57P01'), 'unreachable'],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), 'unreachable'],
  [
    'a pool that could not connect in time',
    new Error('timeout exceeded when trying to connect (Queue: send-refunds)'),
    'unreachable',
  ],
  ['a server without a free connection', postgres('53300'), 'busy'],
  ['a lock timeout', postgres('55P03'), 'busy'],
  ['repeated serialisation failures', postgres('40001'), 'busy'],
  ['a standby', postgres('25006'), 'unreadable'],
  ['a full disk of the server', postgres('53100'), 'full'],
  ['a damaged table', postgres('XX001'), 'damaged'],
  ['a duplicate key', postgres('23505'), undefined],
  ['a syntax error', postgres('42601'), undefined],
  ['ENOSPC', Object.assign(new Error('x'), { code: 'ENOSPC' }), 'full'],
  ['a full quota', Object.assign(new Error('x'), { code: 'EDQUOT' }), 'full'],
  ['an error caused by a storage fault', new Error('x', { cause: sqlite(11) }), 'damaged'],
  ['a programming error', new TypeError('x'), undefined],
  ['a value that is not an error', 'x', undefined],
])('classifies the storage fault of %s', (_, error, fault) =>
  expect(readStorageFault(error)).toBe(fault),
)
