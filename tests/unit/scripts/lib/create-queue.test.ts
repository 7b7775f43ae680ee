import { expect, test } from 'vitest'
import { createQueue } from '#scripts/lib/create-queue.ts'

/** A queue, and jobs that note when they begin and end when they are told. */
function createJobs(...size: Parameters<typeof createQueue>) {
  const queue = createQueue(...size)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (key: string, urgent = false) =>
    queue.add(
      key,
      async () => {
        begun.push(key)
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.set(key, resolve)
        await promise
      },
      urgent,
    )
  const end = async (key: string) => {
    ends.get(key)?.()
    await new Promise((done) => setImmediate(done))
  }
  return { queue, begun, add, end }
}

test('runs jobs up to the limit, urgent ones first', async () => {
  const { queue, begun, add, end } = createJobs(1)
  void add('a')
  void add('b')
  void add('c')
  void add('d', true)
  queue.prioritise('c')
  expect(begun).toEqual(['a'])
  for (const key of ['a', 'c', 'd']) await end(key)
  expect(begun).toEqual(['a', 'c', 'd', 'b'])
})

test('starts only urgent jobs while other work is running, and all after it has failed', async () => {
  const { queue, begun, add, end } = createJobs(1)
  const work = Promise.withResolvers<void>()
  queue.yieldTo(work.promise)
  void add('ahead')
  expect(begun).toEqual([])
  void add('asked', true)
  await end('asked')
  void add('later')
  queue.prioritise('later')
  await end('later')
  expect(begun).toEqual(['asked', 'later'])
  work.reject(new Error('no'))
  await new Promise((done) => setImmediate(done))
  expect(begun).toEqual(['asked', 'later', 'ahead'])
})

test('reserves a slot for urgent jobs', async () => {
  const { begun, add, end } = createJobs(2, 1)
  void add('large')
  void add('ahead')
  void add('asked', true)
  expect(begun).toEqual(['large', 'asked'])
  await end('asked')
  expect(begun).toEqual(['large', 'asked'])
  await end('large')
  expect(begun).toEqual(['large', 'asked', 'ahead'])
})
