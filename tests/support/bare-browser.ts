import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright'
import * as v from 'valibot'
import { findBrowsers } from './find-browser.ts'

const TRIES = 100
const TRY_MS = 100

const TargetsSchema = v.array(v.object({ type: v.string(), webSocketDebuggerUrl: v.string() }))
const MessageSchema = v.object({ result: v.unknown() })
const PlaceSchema = v.object({ x: v.number(), y: v.number() })
const AnswerSchema = v.object({
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

/** Sends one command to a page, and lets go of it. */
async function send(page: string, method: string, params: object): Promise<unknown> {
  const socket = new WebSocket(page)
  const message = await new Promise<string>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('The page cannot be asked.')))
    socket.addEventListener('close', () => reject(new Error('The page has gone.')))
    socket.addEventListener('message', ({ data }) => resolve(String(data)))
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method, params })))
  })
  socket.close()
  return v.parse(MessageSchema, JSON.parse(message)).result
}

type Place = v.InferOutput<typeof PlaceSchema>

export interface BareBrowser {
  /** What an expression of the page comes to. */
  ask: (expression: string) => Promise<unknown>
  /** The middle of the first element that a selector finds, in CSS pixels; null without one. */
  find: (selector: string) => Promise<Place | null>
  /**
   * Points at a position of the window for a time. The browser takes 200 ms for a request, and reports no
   * that it renders a page ahead.
   */
  point: (place: Place, forMs: number) => Promise<void>
  /** Clicks, with so long between pressing and letting go, where browsers fire the click. */
  click: (place: Place, pressMs?: number) => Promise<void>
  close: () => Promise<void>
}

/**
 * The whole browser with one window of 1440 by 900, and nothing that looks over its shoulder: a test
 * runner that traces network and frames adds a sixth to the time until a page's first paint.
 */
export async function openBareBrowser(address: string): Promise<BareBrowser> {
  const whole = findBrowsers().whole ?? chromium.executablePath()
  const profile = await mkdtemp(join(tmpdir(), 'bare-browser-'))
  const options = ['--headless=new', '--no-sandbox', '--no-first-run', '--window-size=1440,900']
  const folder = [`--user-data-dir=${profile}`, '--remote-debugging-port=0']
  const browser = spawn(whole, [...options, ...folder, address], { stdio: 'ignore' })
  const ended = new Promise((resolve) => browser.once('exit', resolve))

  /** The address at which the page listens; one that is rendered ahead is not in the list. */
  async function findPage(): Promise<string> {
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
    const list = await fetch(`http://127.0.0.1:${port}/json/list`)
    const page = v.parse(TargetsSchema, await list.json()).find(({ type }) => type === 'page')
    if (!page) throw new Error('The browser has no page.')
    return page.webSocketDebuggerUrl
  }
  await retry(findPage)

  async function ask(expression: string): Promise<unknown> {
    const params = { expression, returnByValue: true, awaitPromise: true }
    // A page that replaces another one cannot respond meanwhile.
    const answer = await retry(async () => send(await findPage(), 'Runtime.evaluate', params))
    const { result, exceptionDetails } = v.parse(AnswerSchema, answer)
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return result.value
  }

  const find = async (selector: string): Promise<Place | null> => {
    const found = await ask(`(() => {
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect()
      return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null
    })()`)
    return v.parse(v.nullable(PlaceSchema), found)
  }

  const sendMouse = async (type: string, place: Place): Promise<void> => {
    const button = type === 'mouseMoved' ? 'none' : 'left'
    const event = { ...place, type, button, clickCount: 1 }
    await send(await findPage(), 'Input.dispatchMouseEvent', event)
  }

  return {
    ask,
    find,
    point: async (place, forMs) => {
      await sendMouse('mouseMoved', place)
      await wait(forMs)
    },
    click: async (place, pressMs = 0) => {
      await sendMouse('mousePressed', place)
      await wait(pressMs)
      // The page may be closed before it responds.
      await sendMouse('mouseReleased', place).catch(() => null)
    },
    close: async () => {
      browser.kill('SIGKILL')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: TRIES })
    },
  }
}
