import { expect, test, vi } from 'vitest'
import { whenLoaded } from '#browser/page-data.ts'

/** A page with manual requests and idle callbacks. */
function createPage() {
  const watchers = new Set<() => void>()
  let idle: (() => void)[] = []
  const state = { loading: 0 }
  return {
    page: {
      isLoading: () => state.loading > 0,
      watch: (notify: () => void) => {
        watchers.add(notify)
        return () => void watchers.delete(notify)
      },
      whenIdle: (run: () => void) => void idle.push(run),
    },
    watchers,
    load(change: number) {
      state.loading += change
      for (const notify of watchers) notify()
    },
    runIdle() {
      const due = idle
      idle = []
      for (const run of due) run()
    },
  }
}

test('reports a page as loaded after its last request', { tags: ['S2.72'] }, () => {
  const { page, load, runIdle, watchers } = createPage()
  const done = vi.fn<() => void>()
  load(2)
  whenLoaded(page, done)
  runIdle()
  load(-1)
  runIdle()
  expect(done).not.toHaveBeenCalled()
  load(-1)
  expect(done).not.toHaveBeenCalled()
  runIdle()
  expect(done).toHaveBeenCalledOnce()
  expect(watchers.size).toBe(0)
  load(1)
  load(-1)
  runIdle()
  expect(done).toHaveBeenCalledOnce()
})

test('waits for requests that an island sends after hydration', { tags: ['S2.72'] }, () => {
  const { page, load, runIdle } = createPage()
  const done = vi.fn<() => void>()
  whenLoaded(page, done)
  load(1)
  runIdle()
  expect(done).not.toHaveBeenCalled()
  load(-1)
  runIdle()
  expect(done).toHaveBeenCalledOnce()
})

test('never calls back after a cancelled wait', () => {
  const { page, runIdle } = createPage()
  const done = vi.fn<() => void>()
  whenLoaded(page, done)()
  runIdle()
  expect(done).not.toHaveBeenCalled()
})
