import { FONT_LOAD_TIMEOUT_MS, LOADING } from '#config.ts'

// The loading mask of the first visit, shown until the five faces of the page have loaded. The page is
// laid out beneath it; the mask takes no focus and is hidden from screen readers.

const TICK_MS = 100
/** Minimum progress per loaded face, in per cent. */
const PERCENT_PER_FACE = 18
/** A mask that was visible for less time is removed without its closing animation, which takes 400 ms. */
const MIN_ANIMATED_MS = 400

/** The view of the mask. */
export interface MaskView {
  show: () => void
  setProgress: (percent: number) => void
  /** How long the mask has been visible, in ms; negative before the first paint. */
  visibleMs: () => number
  /** Starts the closing animation. */
  part: () => void
  remove: () => void
}

/** Progress after a time: up to 90 in five seconds, then one per second, at most 99. */
export function getProgress(elapsedMs: number, loaded: number): number {
  const { slowAt, slowAfterMs, stopAt } = LOADING
  const slowPhase = slowAt + Math.floor((elapsedMs - slowAfterMs) / 1000)
  const byTime = elapsedMs < slowAfterMs ? (slowAt * elapsedMs) / slowAfterMs : slowPhase
  return Math.floor(Math.min(Math.max(byTime, PERCENT_PER_FACE * loaded), stopAt))
}

export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/**
 * Shows the mask while faces load.
 * @returns whether all faces have loaded; the mask is closing in either case
 */
export async function runMask(
  faces: readonly Promise<unknown>[],
  view: MaskView,
  fail: (error: unknown) => void,
): Promise<boolean> {
  let loaded = 0
  const startedAt = performance.now()
  const all = Promise.all(faces.map((face) => face.then(() => (loaded += 1))))
  view.show()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = () => {
    view.setProgress(getProgress(performance.now() - startedAt, loaded))
    timer = setTimeout(tick, TICK_MS)
  }
  tick()
  try {
    await Promise.race([
      all,
      wait(FONT_LOAD_TIMEOUT_MS).then(() => {
        throw new Error('fonts took too long')
      }),
    ])
    return true
  } catch (error) {
    fail(error)
    await wait(LOADING.failureDelayMs)
    return false
  } finally {
    clearTimeout(timer)
    if (view.visibleMs() < MIN_ANIMATED_MS) view.remove()
    else {
      view.setProgress(100)
      view.part()
      setTimeout(view.remove, LOADING.barHideDelayMs)
    }
  }
}
