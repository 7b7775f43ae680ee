import { expect, test } from 'vitest'
import { createQueue } from '#scripts/lib/create-queue.ts'

/** A queue with jobs that record their start and end on request. */
function createJobs(...size: Parameters<typeof createQueue>) {
  const queue = createQueue(...size)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (key: string, urgent = false) =>
    queue.add(
      key,
      async () => {
        started.push(key)
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
  return { queue, started, add, end }
}

test('runs jobs up to the limit, urgent ones first', async () => {
  const { queue, started, add, end } = createJobs(1)
  void add('a')
  void add('b')
  void add('c')
  void add('d', true)
  queue.prioritise('c')
  expect(started).toEqual(['a'])
  for (const key of ['a', 'c', 'd']) await end(key)
  expect(started).toEqual(['a', 'c', 'd', 'b'])
})

test('starts only urgent jobs while it yields to other work, and all once that work fails', async () => {
  const { queue, started, add, end } = createJobs(1)
  const work = Promise.withResolvers<void>()
  queue.yieldTo(work.promise)
  void add('ahead')
  expect(started).toEqual([])
  void add('asked', true)
  await end('asked')
  void add('later')
  queue.prioritise('later')
  await end('later')
  expect(started).toEqual(['asked', 'later'])
  work.reject(new Error('no'))
  await new Promise((done) => setImmediate(done))
  expect(started).toEqual(['asked', 'later', 'ahead'])
})

test('reserves a slot for urgent jobs', async () => {
  const { started, add, end } = createJobs(2, 1)
  void add('large')
  void add('ahead')
  void add('asked', true)
  expect(started).toEqual(['large', 'asked'])
  await end('asked')
  expect(started).toEqual(['large', 'asked'])
  await end('large')
  expect(started).toEqual(['large', 'asked', 'ahead'])
})
