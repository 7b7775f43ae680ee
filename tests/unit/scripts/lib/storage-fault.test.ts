import { expect, test } from 'vitest'
import { readStorageFault } from '#scripts/lib/storage-fault.ts'

const sqlite = (errcode: number) =>
  Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })

test.each([
  ['a file that is no database', sqlite(26), 'damaged'],
  ['a damaged index (extended code)', sqlite(779), 'damaged'],
  ['a failed read (extended code)', sqlite(266), 'unreadable'],
  ['a full disk', sqlite(13), 'full'],
  ['no room for the journal index', sqlite(4874), 'full'],
  ['a busy database', sqlite(5), undefined],
  ['a broken rule of a table', sqlite(275), undefined],
  ['ENOSPC', Object.assign(new Error('x'), { code: 'ENOSPC' }), 'full'],
  ['an error with such a cause', new Error('x', { cause: sqlite(11) }), 'damaged'],
  ['a mistake of ours', new TypeError('x'), undefined],
  ['no error at all', 'x', undefined],
])('%s', (_, error, fault) => expect(readStorageFault(error)).toBe(fault))
