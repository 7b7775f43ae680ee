import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { findBrowsers } from './find-browser.ts'

const TRIES = 100
const TRY_MS = 100

const TargetsSchema = v.array(v.object({ type: v.string(), webSocketDebuggerUrl: v.string() }))
const MessageSchema = v.object({ result: v.unknown() })
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

export interface BareBrowser {
  /** What an expression of the page comes to. */
  ask: (expression: string) => Promise<unknown>
  /**
   * Points at a place of the window for so long. The browser takes 200 ms for a wish, and tells nobody
   * that it renders a page ahead.
   */
  point: (x: number, y: number, forMs: number) => Promise<void>
  click: (x: number, y: number) => Promise<void>
  close: () => Promise<void>
}

/**
 * The whole browser with one window of 1440 by 900, and nothing that looks over its shoulder: a test
 * runner that follows network and frames takes a sixth of the time to a page's first paint.
 */
export async function openBareBrowser(address: string): Promise<BareBrowser> {
  const whole = process.env['WHOLE_CHROME_PATH'] ?? findBrowsers().whole
  if (whole === null) throw new Error('There is no whole browser on the path: set CHROME_PATH.')
  const profile = await mkdtemp(join(tmpdir(), 'bare-browser-'))
  const options = ['--headless=new', '--no-sandbox', '--no-first-run', '--window-size=1440,900']
  const place = [`--user-data-dir=${profile}`, '--remote-debugging-port=0']
  const browser = spawn(whole, [...options, ...place, address], { stdio: 'ignore' })
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
    // A page that takes the place of another cannot answer meanwhile.
    const answer = await retry(async () => send(await findPage(), 'Runtime.evaluate', params))
    const { result, exceptionDetails } = v.parse(AnswerSchema, answer)
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return result.value
  }

  const sendMouse = async (type: string, x: number, y: number): Promise<void> => {
    const button = type === 'mouseMoved' ? 'none' : 'left'
    const event = { type, x, y, button, clickCount: 1 }
    await send(await findPage(), 'Input.dispatchMouseEvent', event)
  }

  return {
    ask,
    point: async (x, y, forMs) => {
      await sendMouse('mouseMoved', x, y)
      await wait(forMs)
    },
    click: async (x, y) => {
      await sendMouse('mousePressed', x, y)
      // The page may have gone before it answers.
      await sendMouse('mouseReleased', x, y).catch(() => null)
    },
    close: async () => {
      browser.kill('SIGKILL')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: TRIES })
    },
  }
}
