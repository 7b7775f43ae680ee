import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright'
import * as v from 'valibot'
import { endProcess } from './end-process.ts'
import { findBrowsers } from './find-browser.ts'

const TRIES = 100
const TRY_MS = 100

const TargetsSchema = v.array(v.object({ type: v.string(), webSocketDebuggerUrl: v.string() }))
const MessageSchema = v.object({ result: v.unknown() })
const PlaceSchema = v.object({ x: v.number(), y: v.number() })
const EvaluationSchema = v.object({
  result: v.object({ value: v.optional(v.unknown()) }),
  exceptionDetails: v.optional(v.unknown()),
})

async function retry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === TRIES) throw error
      await wait(TRY_MS)
    }
  }
}

/** Sends one DevTools command over a connection of its own. */
async function send(page: string, method: string, params: object): Promise<unknown> {
  const socket = new WebSocket(page)
  const message = await new Promise<string>((resolve, reject) => {
    socket.addEventListener('error', () =>
      reject(new Error('The page does not accept a connection.')),
    )
    socket.addEventListener('close', () => reject(new Error('The page closed the connection.')))
    socket.addEventListener('message', ({ data }) => resolve(String(data)))
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method, params })))
  })
  socket.close()
  return v.parse(MessageSchema, JSON.parse(message)).result
}

type Place = v.InferOutput<typeof PlaceSchema>

/**
 * Opens the full browser with one window of 1440 by 900, without a test runner: tracing of network and
 * frames adds a sixth to the time until first paint.
 */
export async function openBareBrowser(address: string) {
  const fullBrowser = findBrowsers().full ?? chromium.executablePath()
  const profile = await mkdtemp(join(tmpdir(), 'bare-browser-'))
  const options = ['--headless=new', '--no-sandbox', '--no-first-run', '--window-size=1440,900']
  const folder = [`--user-data-dir=${profile}`, '--remote-debugging-port=0']
  const browser = spawn(fullBrowser, [...options, ...folder, address], { stdio: 'ignore' })

  /** The DevTools URL of the page; prerendered pages are not listed. */
  async function findPage(): Promise<string> {
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
    const list = await fetch(`http://127.0.0.1:${port}/json/list`)
    const page = v.parse(TargetsSchema, await list.json()).find(({ type }) => type === 'page')
    if (!page) throw new Error('The browser has no page.')
    return page.webSocketDebuggerUrl
  }
  await retry(findPage)

  /** Evaluates an expression in the page. */
  async function evaluate(expression: string): Promise<unknown> {
    const params = { expression, returnByValue: true, awaitPromise: true }
    // Fails during a navigation, so it is retried.
    const evaluation = await retry(async () => send(await findPage(), 'Runtime.evaluate', params))
    const { result, exceptionDetails } = v.parse(EvaluationSchema, evaluation)
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return result.value
  }

  /** The centre of the first matching element in CSS pixels, or null. */
  const find = async (selector: string): Promise<Place | null> => {
    const position = await evaluate(`(() => {
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect()
      return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null
    })()`)
    return v.parse(v.nullable(PlaceSchema), position)
  }

  const sendMouse = async (type: string, place: Place): Promise<void> => {
    const button = type === 'mouseMoved' ? 'none' : 'left'
    const event = { ...place, type, button, clickCount: 1 }
    await send(await findPage(), 'Input.dispatchMouseEvent', event)
  }

  return {
    evaluate,
    find,
    /** Hovers for a time. The browser needs 200 ms to start a prerender, which it does not report. */
    async point(place: Place, forMs: number): Promise<void> {
      await sendMouse('mouseMoved', place)
      await wait(forMs)
    },
    /** Clicks with the given time between press and release. */
    async click(place: Place, pressMs = 0): Promise<void> {
      await sendMouse('mousePressed', place)
      await wait(pressMs)
      // The page may be closed before it responds.
      await sendMouse('mouseReleased', place).catch(() => null)
    },
    async close(): Promise<void> {
      await endProcess(browser, 'SIGKILL')
      await rm(profile, { recursive: true, force: true, maxRetries: TRIES })
    },
  }
}
