import { expect, test } from 'vitest'
import { cacheFault, cacheResult } from '#content/query-cache/cached-result.ts'
import { encodeItem } from '#content/query-cache/item-references.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'

const hashAt = (time: string, title = 'Swan Lake') =>
  cacheResult({ title, server_time: time }, '/api/perform/detail').hash

test('hashes a result by its content and its day, not by its hour', () => {
  const morning = hashAt('2027-05-05T09:00:00+08:00')
  expect(hashAt('2027-05-05T23:59:59+08:00')).toBe(morning)
  expect(hashAt('2027-05-06T00:00:00+08:00')).not.toBe(morning)
  expect(hashAt('2027-05-05T09:00:00+08:00', 'Giselle')).not.toBe(morning)
})

test('keeps the previous result of a faulty item, unless there is none or the item is gone', () => {
  const path = '/api/course/detail'
  const key = makeQueryKey({ method: 'GET', path, locale: 'en', query: { id: '2' } })
  const fault = {
    subject: 'courses 2',
    kind: 'courses',
    locale: 'en',
    field: 'title',
    reason: 'missing',
    effect: 'left-out',
  } as const
  const failure = { error: new Error('faulty'), fault }
  const before = cacheResult({ id: 2, title: 'Clowning' }, path)
  const kept = cacheFault(key, failure, before)
  expect(kept.read()).toEqual({ id: 2, title: 'Clowning' })
  expect(kept.faults).toEqual([{ ...fault, effect: 'kept' }])

  const missing = cacheFault(key, failure, undefined)
  expect(missing.read).toThrow('faulty')
  // A change of the item finds the query by these.
  expect([...missing.ids]).toEqual([encodeItem('courses', 2)])
  expect(cacheFault(key, failure, missing)).toMatchObject({ isMissing: true, faults: [fault] })

  const gone = { ...failure, fault: { ...fault, effect: 'gone' } } as const
  expect(cacheFault(key, gone, before)).toMatchObject({ isMissing: true, faults: [gone.fault] })
})
