import { expect, test } from 'vitest'
import { NetworkError } from '#client/errors.ts'
import { createMonthStore } from '#features/calendar/month-store.ts'
import { buildEntry } from './build-entry.ts'

const buildMonth = (month: string) => ({
  month,
  entries: [buildEntry()],
  server_time: '2027-05-05T12:00:00+08:00',
})

/** A store whose requests the test completes. */
function openStore(prerendered: Parameters<typeof createMonthStore>[0] = []) {
  const requests: { month: string; signal: AbortSignal; done: PromiseWithResolvers<void> }[] = []
  const store = createMonthStore(prerendered, async (month, signal) => {
    const done = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => done.reject(signal.reason))
    requests.push({ month, signal, done })
    await done.promise
    return buildMonth(month)
  })
  return { ...store, requests }
}

test('requests a month once and caches it', async () => {
  const { $months, open, requests } = openStore()
  const opening = open(['2027-05'])
  expect($months.get()['2027-05']).toMatchObject({ status: 'loading', entries: null })
  requests[0]?.done.resolve()
  await opening
  expect($months.get()['2027-05']).toMatchObject({ status: 'ready', error: null })
  expect($months.get()['2027-05']?.entries).toHaveLength(1)
  await open(['2027-05'])
  expect(requests).toHaveLength(1)
})

test('cancels the request of a month that was left, and repeats it later', async () => {
  const { $months, open, requests } = openStore()
  const first = open(['2027-05'])
  const second = open(['2027-06'])
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await first
  expect($months.get()['2027-05']).toMatchObject({ status: 'ready', entries: null })
  requests[1]?.done.resolve()
  await second
  void open(['2027-05'])
  expect(requests.map(({ month }) => month)).toEqual(['2027-05', '2027-06', '2027-05'])
})

test('keeps a prerendered month readable when a request fails, and retries', async () => {
  const { $months, open, requests } = openStore([buildMonth('2027-05')])
  const failing = open(['2027-05'])
  requests[0]?.done.reject(new NetworkError(null))
  await failing
  const failed = $months.get()['2027-05']
  expect(failed).toMatchObject({ status: 'failed', asOf: '2027-05-05T12:00:00+08:00' })
  expect(failed?.entries).toHaveLength(1)
  expect(failed?.error).toBeInstanceOf(NetworkError)
  const retrying = open(['2027-05'])
  requests[1]?.done.resolve()
  await retrying
  expect($months.get()['2027-05']).toMatchObject({ status: 'ready', error: null })
})
