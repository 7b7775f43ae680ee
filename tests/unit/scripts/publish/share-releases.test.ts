import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { writePointer } from '#scripts/publish/releases.ts'
import { shareReleases } from '#scripts/publish/share-releases.ts'
import { DamagedContentError, type SharedReleases } from '#scripts/publish/shared-releases.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const HOUR_MS = 3_600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** Shares the releases of a data folder with a store that contains the releases `2` and `1`. */
function share(pullRelease: SharedReleases['pullRelease']) {
  const folder = createTemporaryFolder()
  const shared = {
    push: vi.fn<SharedReleases['push']>(async () => {}),
    tidy: vi.fn<SharedReleases['tidy']>(async () => {}),
    pullRelease: vi.fn<SharedReleases['pullRelease']>(pullRelease),
    list: async () => ['2', '1'],
    readPointer: async () => undefined,
  } as unknown as SharedReleases
  const publisher = { rollBack: vi.fn<() => never>() }
  const stop = shareReleases({ dataDir: folder.path, shared, publisher, logger: SILENT_LOGGER })
  onTestFinished(async () => {
    await stop()
    folder[Symbol.dispose]()
  })
  return { dataDir: folder.path, shared }
}

/** Lets timers and file operations run until an expectation holds. */
const untilPassed = (assert: () => void) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(100)
    assert()
  })

test('a new release does not wait for the releases of earlier builders', async () => {
  const copied = Promise.withResolvers<boolean>()
  const { dataDir, shared } = share(() => copied.promise)
  await vi.advanceTimersByTimeAsync(5000)
  await untilPassed(() => expect(shared.pullRelease).toHaveBeenCalledWith('2'))
  const pushes = vi.mocked(shared.push).mock.calls.length
  await writePointer(dataDir, { id: '3' })
  await untilPassed(() => expect(vi.mocked(shared.push).mock.calls).toHaveLength(pushes + 1))
  copied.resolve(true)
})

test('a damaged release does not keep the store from being tidied', async () => {
  const { shared } = share(async (id) => {
    if (id === '2') throw new DamagedContentError('store/ab/abcd is damaged')
    return true
  })
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  await untilPassed(() => expect(shared.tidy).toHaveBeenCalled())
  expect(vi.mocked(shared.pullRelease).mock.calls).toEqual([['2'], ['1']])
})
