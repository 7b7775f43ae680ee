import { FONT_CHECK_TIMEOUT_MS, FONT_LOAD_TIMEOUT_MS, LOADING } from '#config.ts'

// The curtain of the first visit: it stays until the five faces of the page are there. It covers a
// page that is laid out beneath it, holds no focus and is nothing to a screen reader.

const TICK_MS = 100
/** What each face that has come adds at least, of a hundred. */
const SHARE = 18
/** A curtain that was seen for less is not drawn aside: that takes 400 ms, longer than it hung. */
const GLIMPSE_MS = 400

/** The part of a window that tells the time. */
export interface MaskClock {
  performance: { now: () => number }
  setTimeout: (run: () => void, ms: number) => number
  clearTimeout: (timer: number) => void
}

/** What the mask looks like, as far as time changes it. */
export interface MaskView {
  show: () => void
  setProgress: (percent: number) => void
  /** How long it has been seen, in ms; negative before the first paint. */
  readSeenMs: () => number
  /** Draws the curtain aside. */
  part: () => void
  remove: () => void
}

/** How far the bar stands after a time: to 90 in five seconds, then one a second, never beyond 99. */
export function progressAt(elapsedMs: number, loaded: number): number {
  const { slowAt, slowAfterMs, stopAt } = LOADING
  const crept = slowAt + Math.floor((elapsedMs - slowAfterMs) / 1000)
  const byTime = elapsedMs < slowAfterMs ? (slowAt * elapsedMs) / slowAfterMs : crept
  return Math.floor(Math.min(Math.max(byTime, SHARE * loaded), stopAt))
}

export const after = (ms: number, clock: MaskClock): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimeout(resolve, ms)
  })

/**
 * Runs the mask over the loading of faces.
 * @returns whether all of them have come; the mask is then on its way out, in either case
 */
export async function runMask(
  faces: readonly Promise<unknown>[],
  view: MaskView,
  clock: MaskClock,
  fail: (error: unknown) => void,
): Promise<boolean> {
  let loaded = 0
  const startedAt = clock.performance.now()
  const all = Promise.all(faces.map((face) => face.then(() => (loaded += 1)))).then(() => true)
  view.show()
  let timer = 0
  const tick = () => {
    view.setProgress(progressAt(clock.performance.now() - startedAt, loaded))
    timer = clock.setTimeout(tick, TICK_MS)
  }
  tick()
  try {
    await Promise.race([
      all,
      after(FONT_CHECK_TIMEOUT_MS + FONT_LOAD_TIMEOUT_MS, clock).then(() => {
        throw new Error('fonts took too long')
      }),
    ])
    return true
  } catch (error) {
    fail(error)
    await after(LOADING.failureDelayMs, clock)
    return false
  } finally {
    clock.clearTimeout(timer)
    if (view.readSeenMs() < GLIMPSE_MS) view.remove()
    else {
      view.setProgress(100)
      view.part()
      clock.setTimeout(view.remove, LOADING.barHideDelayMs)
    }
  }
}
