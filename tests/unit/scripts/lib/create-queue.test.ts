import { expect, test } from 'vitest'
import { createQueue } from '#scripts/lib/create-queue.ts'

/** A queue of one, and jobs that note when they begin and end when they are told. */
function createJobs() {
  const queue = createQueue(1)
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

test('runs as many as there is room for, urgent ones first', async () => {
  const { queue, begun, add, end } = createJobs()
  void add('a')
  void add('b')
  void add('c')
  void add('d', true)
  queue.hasten('c')
  expect(begun).toEqual(['a'])
  for (const key of ['a', 'c', 'd']) await end(key)
  expect(begun).toEqual(['a', 'c', 'd', 'b'])
})

test('begins only urgent jobs while other work is under way, and all when that has failed', async () => {
  const { queue, begun, add, end } = createJobs()
  const work = Promise.withResolvers<void>()
  queue.yieldTo(work.promise)
  void add('ahead')
  expect(begun).toEqual([])
  void add('asked', true)
  await end('asked')
  void add('later')
  queue.hasten('later')
  await end('later')
  expect(begun).toEqual(['asked', 'later'])
  work.reject(new Error('no'))
  await new Promise((done) => setImmediate(done))
  expect(begun).toEqual(['asked', 'later', 'ahead'])
})
