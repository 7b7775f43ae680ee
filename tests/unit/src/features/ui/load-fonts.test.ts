import { expect, test } from 'vitest'
import { waitForFonts } from '#features/ui/load-fonts.ts'

/** A window whose frames fire at once, with manual timers. */
function createWindow(ready: Promise<FontFaceSet>) {
  const timers: (() => void)[] = []
  return {
    timers,
    document: { fonts: { ready } },
    requestAnimationFrame: (run: FrameRequestCallback) => {
      queueMicrotask(() => run(0))
      return 0
    },
    setTimeout: ((run: () => void) => timers.push(run)) as unknown as Window['setTimeout'],
  }
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false
  void promise.then(() => (settled = true))
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  return settled
}

test('waits for the fonts of new text', async () => {
  const { promise, resolve } = Promise.withResolvers<FontFaceSet>()
  const waiting = waitForFonts(createWindow(promise))
  expect(await isSettled(waiting)).toBe(false)
  resolve({} as FontFaceSet)
  expect(await isSettled(waiting)).toBe(true)
})

test('waits for fonts 400 ms at most', async () => {
  const view = createWindow(new Promise(() => {}))
  const waiting = waitForFonts(view)
  expect(await isSettled(waiting)).toBe(false)
  for (const run of view.timers) run()
  expect(await isSettled(waiting)).toBe(true)
})
