import { expect } from 'playwright/test'
import type { Tab } from './tab.ts'

/** A visible element: a CSS selector, with a text if several match. */
export interface Target {
  selector: string
  text?: string
}

/** JavaScript expression for the first visible match. */
const find = ({ selector, text = '' }: Target): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})]
    .find((one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent.includes(${JSON.stringify(text)}))`

/** WebDriver key code. */
const ESCAPE = '\uE00C'
const press = (value: string) => [
  { type: 'keyDown' as const, value },
  { type: 'keyUp' as const, value },
]

/** Drives a tab by pointer and keyboard, waiting for each target. */
export function createReader(tab: Tab) {
  async function readUntil(expression: string, message: string): Promise<unknown> {
    let value: unknown
    await expect
      // Evaluation fails during a navigation.
      .poll(async () => Boolean((value = await tab.read(expression).catch(() => null))), {
        message,
      })
      .toBe(true)
    return value
  }

  /** Waits until the element is enabled, uncovered and stable. @returns its centre in the viewport */
  async function aimAt(target: Target): Promise<{ x: number; y: number }> {
    const place = await readUntil(
      `(() => {
        const last = window.lastAim
        window.lastAim = null
        const element = ${find(target)}
        if (!element || element.disabled) return null
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = element.getBoundingClientRect()
        const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
        const hit = document.elementFromPoint(x, y)
        if (!element.contains(hit)) return null
        window.lastAim = { element, x, y }
        return last?.element === element && last.x === x && last.y === y ? { x, y } : null
      })()`,
      `${target.selector} ${target.text ?? ''} can be clicked`,
    )
    return place as { x: number; y: number }
  }

  async function click(target: Target): Promise<void> {
    const { x, y } = await aimAt(target)
    const readAddress = () => tab.read('location.href').catch(() => null)
    const address = await readAddress()
    const actions = [
      { type: 'pointerMove' as const, x, y },
      { type: 'pointerDown' as const, button: 0 },
      { type: 'pointerUp' as const, button: 0 },
    ]
    try {
      await tab.perform([
        { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
      ])
    } catch (error) {
      // The driver may fail if the click navigates immediately.
      if ((await readAddress()) === address) throw error
    }
  }

  return {
    open: tab.open,
    click,
    /** Types into a field. */
    async type(target: Target, text: string): Promise<void> {
      await click(target)
      const actions = [...text].flatMap(press)
      await tab.perform([{ type: 'key', id: 'keys', actions }])
      // A complete code submits its form, which removes the field.
      const typed = `(() => {
        const element = ${find(target)}
        return !element || element.value.replaceAll(" ", "").includes(${JSON.stringify(text.replaceAll(' ', ''))})
      })()`
      await readUntil(typed, `${target.selector} holds ${text}`)
    },
    /** Chooses an option of a select by script: drivers cannot reach its native list. */
    async choose(target: Target, value: string): Promise<void> {
      await click(target)
      await tab.perform([{ type: 'key', id: 'keys', actions: press(ESCAPE) }])
      await tab.read(`(() => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')
        const element = ${find(target)}
        set.call(element, ${JSON.stringify(value)})
        element.dispatchEvent(new Event('change', { bubbles: true }))
      })()`)
      await readUntil(`${find(target)}.value === ${JSON.stringify(value)}`, `${value} is chosen`)
    },
    see: (target: Target) =>
      readUntil(`${find(target)} !== undefined`, `${target.text ?? target.selector} is shown`),
    reach: (path: string) =>
      readUntil(`location.pathname.startsWith(${JSON.stringify(path)})`, `${path} is open`),
    /** Waits until an expression is true. */
    until: (expression: string) => readUntil(expression, expression),
    /** Horizontal overflow of the page in pixels. */
    readOverflow: () =>
      tab.read(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ) as Promise<number>,
  }
}
export type Reader = ReturnType<typeof createReader>
