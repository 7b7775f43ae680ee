import { expect, test, vi } from 'vitest'
import { whenLoaded } from '#browser/page-data.ts'

/** A page whose questions and quiet moments a test makes. */
function createPage() {
  const watchers = new Set<() => void>()
  let idle: (() => void)[] = []
  const state = { loading: 0 }
  return {
    page: {
      isLoading: () => state.loading > 0,
      watch: (tell: () => void) => {
        watchers.add(tell)
        return () => void watchers.delete(tell)
      },
      whenIdle: (run: () => void) => void idle.push(run),
    },
    watchers,
    load(change: number) {
      state.loading += change
      for (const tell of watchers) tell()
    },
    rest() {
      const due = idle
      idle = []
      for (const run of due) run()
    },
  }
}

test('ends when the last data have loaded', { tags: ['S2.72'] }, () => {
  const { page, load, rest, watchers } = createPage()
  const done = vi.fn<() => void>()
  load(2)
  whenLoaded(page, done)
  rest()
  load(-1)
  rest()
  expect(done).not.toHaveBeenCalled()
  load(-1)
  expect(done).not.toHaveBeenCalled()
  rest()
  expect(done).toHaveBeenCalledOnce()
  expect(watchers.size).toBe(0)
  load(1)
  load(-1)
  rest()
  expect(done).toHaveBeenCalledOnce()
})

test('waits for a request that an island sends after hydration', { tags: ['S2.72'] }, () => {
  const { page, load, rest } = createPage()
  const done = vi.fn<() => void>()
  whenLoaded(page, done)
  load(1)
  rest()
  expect(done).not.toHaveBeenCalled()
  load(-1)
  rest()
  expect(done).toHaveBeenCalledOnce()
})

test('a cancelled wait ends silently', () => {
  const { page, rest } = createPage()
  const done = vi.fn<() => void>()
  whenLoaded(page, done)()
  rest()
  expect(done).not.toHaveBeenCalled()
})
