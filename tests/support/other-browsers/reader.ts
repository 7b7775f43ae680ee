import { expect } from 'playwright/test'
import type { Tab } from './tab.ts'

/** What a reader sees and uses: a CSS selector, with a text that it shows where several match. */
export interface Target {
  selector: string
  text?: string
}

/** The first visible element that matches, as an expression. */
const find = ({ selector, text = '' }: Target): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})]
    .find((one) => one.checkVisibility() && one.textContent.includes(${JSON.stringify(text)}))`

/** Uses a tab by pointer and keyboard, waiting for what it needs as a reader does. */
export function createReader(tab: Tab) {
  async function readUntil(expression: string, message: string): Promise<unknown> {
    let value: unknown
    await expect
      // A page that is just being left has no answer.
      .poll(async () => Boolean((value = await tab.read(expression).catch(() => null))), {
        message,
        timeout: 20_000,
      })
      .toBe(true)
    return value
  }

  /** Waits until the element is there, ready and not covered; returns its middle in the window. */
  async function aimAt(target: Target): Promise<{ x: number; y: number }> {
    const place = await readUntil(
      `(() => {
        const found = ${find(target)}
        if (!found || found.disabled) return null
        found.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = found.getBoundingClientRect()
        const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
        const hit = document.elementFromPoint(x, y)
        return found.contains(hit) || hit?.contains(found) ? { x, y } : null
      })()`,
      `${target.selector} ${target.text ?? ''} can be clicked`,
    )
    return place as { x: number; y: number }
  }

  async function click(target: Target): Promise<void> {
    const { x, y } = await aimAt(target)
    await tab.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  return {
    open: tab.open,
    click,
    /** Types into a field. */
    async type(target: Target, text: string): Promise<void> {
      await click(target)
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown' as const, value },
        { type: 'keyUp' as const, value },
      ])
      await tab.perform([{ type: 'key', id: 'keys', actions }])
      const typed = `${find(target)}?.value.replaceAll(' ', '').includes(${JSON.stringify(text)})`
      await readUntil(typed, `${target.selector} holds ${text}`)
    },
    see: (target: Target) =>
      readUntil(`${find(target)} !== undefined`, `${target.text ?? target.selector} is shown`),
    reach: (path: string) =>
      readUntil(`location.pathname.startsWith(${JSON.stringify(path)})`, `${path} is open`),
    /** Waits until an expression is true. */
    until: (expression: string) => readUntil(expression, expression),
    /** By how many pixels the page is wider than the window. */
    readOverflow: () =>
      tab.read(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ) as Promise<number>,
  }
}
export type Reader = ReturnType<typeof createReader>
