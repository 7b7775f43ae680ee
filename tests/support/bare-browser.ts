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
const AnswerSchema = v.object({
  result: v.object({
    result: v.object({ value: v.optional(v.unknown()) }),
    exceptionDetails: v.optional(v.unknown()),
  }),
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

export interface BareBrowser {
  /** What an expression of the page comes to. */
  ask: (expression: string) => Promise<unknown>
  close: () => Promise<void>
}

/**
 * The whole browser with one window of 1440 by 900, and nothing that looks over its shoulder: a test
 * runner that follows network and frames takes a sixth of the time to a page's first paint.
 */
export async function openBareBrowser(address: string): Promise<BareBrowser> {
  const { whole } = findBrowsers()
  if (whole === null) throw new Error('There is no whole browser on the path: set CHROME_PATH.')
  const profile = await mkdtemp(join(tmpdir(), 'bare-browser-'))
  const options = ['--headless=new', '--no-sandbox', '--no-first-run', '--window-size=1440,900']
  const place = [`--user-data-dir=${profile}`, '--remote-debugging-port=0']
  const browser = spawn(whole, [...options, ...place, address], { stdio: 'ignore' })
  const ended = new Promise((resolve) => browser.once('exit', resolve))

  const target = await retry(async () => {
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
    const list = await fetch(`http://127.0.0.1:${port}/json/list`)
    const page = v.parse(TargetsSchema, await list.json()).find(({ type }) => type === 'page')
    if (!page) throw new Error('The browser has no page.')
    return page.webSocketDebuggerUrl
  })

  async function ask(expression: string): Promise<unknown> {
    const socket = new WebSocket(target)
    const message = await new Promise<string>((resolve, reject) => {
      socket.addEventListener('error', () => reject(new Error('The page cannot be asked.')))
      socket.addEventListener('message', ({ data }) => resolve(String(data)))
      const params = { expression, returnByValue: true, awaitPromise: true }
      socket.addEventListener('open', () =>
        socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params })),
      )
    })
    socket.close()
    const { result } = v.parse(AnswerSchema, JSON.parse(message))
    if (result.exceptionDetails) throw new Error(JSON.stringify(result.exceptionDetails))
    return result.result.value
  }

  return {
    ask,
    close: async () => {
      browser.kill('SIGKILL')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: TRIES })
    },
  }
}
