import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createBuildQueue } from '#scripts/publish/create-build-queue.ts'

/** A queue with a manual timer and builds that end on request. */
function makeQueue(afterMs?: number) {
  const startedAt: string[] = []
  const ends: ((outcome: string) => void)[] = []
  let timer: { run: () => void; ms: number } | undefined
  const waits: number[] = []
  const queue = createBuildQueue<string, string>({
    run(job) {
      startedAt.push(job)
      return new Promise((resolve) => ends.push(resolve))
    },
    merge: (first, second) => `${first}+${second}`,
    debounceMs: 250,
    findRetry: () => (afterMs === undefined ? undefined : { job: 'again', afterMs }),
    setTimer(run, ms) {
      timer = { run, ms }
      waits.push(ms)
      return () => (timer = undefined)
    },
  })
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    queue,
    startedAt,
    waits,
    passTime() {
      const { run } = timer ?? {}
      timer = undefined
      run?.()
    },
    async end(outcome: string) {
      ends.at(-1)?.(outcome)
      await settle()
    },
  }
}

test('merges jobs within the debounce into one build; the debounce starts with the first job', () => {
  const { queue, startedAt, waits, passTime } = makeQueue()
  for (const job of ['a', 'b', 'c']) void queue.add(job)
  expect(waits).toEqual([250])
  passTime()
  expect(startedAt).toEqual(['a+b+c'])
})

test('merges jobs during a build into one more, and returns to each caller its own outcome', async () => {
  const { queue, startedAt, passTime, end } = makeQueue()
  const first = queue.add('a')
  passTime()
  const others = ['b', 'c', 'd'].map((job) => queue.add(job))
  expect(queue.waiting).toBe(true)
  await end('built a')
  expect(startedAt).toEqual(['a'])
  passTime()
  expect(startedAt).toEqual(['a', 'b+c+d'])
  await end('built the rest')
  expect(await first).toBe('built a')
  expect(await Promise.all(others)).toEqual(Array(3).fill('built the rest'))
  expect(queue.waiting).toBe(false)
})

test('delays a retry, but not a new job', async () => {
  const { queue, startedAt, waits, passTime, end } = makeQueue(30_000)
  void queue.add('a')
  passTime()
  await end('failed')
  expect(waits.at(-1)).toBe(30_000)
  void queue.add('b')
  expect(waits.at(-1)).toBe(250)
  passTime()
  expect(startedAt).toEqual(['a', 'again+b'])
})

test('drops a queued job and resolves its callers', async () => {
  const { queue, startedAt, passTime } = makeQueue()
  const job = queue.add('a')
  queue.clear('dropped')
  passTime()
  expect(await job).toBe('dropped')
  expect(startedAt).toEqual([])
})

test('keeps a process that awaits a build alive until the build ends', () => {
  const program = `
    import { createBuildQueue } from '#scripts/publish/create-build-queue.ts'
    const queue = createBuildQueue({
      run: async (order) => 'built ' + order,
      merge: (first, second) => first + second,
      debounceMs: 20,
    })
    console.log(await queue.add('the site'))`
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    { encoding: 'utf8' },
  )
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'built the site\n' })
})

test('lets a running build absorb the queued job, whose callers get its outcome', async () => {
  const { queue, startedAt, passTime, end } = makeQueue()
  const first = queue.add('a')
  passTime()
  expect(queue.absorb()).toBeUndefined()
  const second = queue.add('b')
  expect(queue.absorb()).toBe('b')
  expect(queue.waiting).toBe(false)
  await end('built both')
  expect([await first, await second, startedAt]).toEqual(['built both', 'built both', ['a']])
})
