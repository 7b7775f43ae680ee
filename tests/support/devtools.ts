import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'

// A browser driven by its own protocol, as a visitor's is: Playwright turns off what browsers do to
// change pages without a flash.

const MessageSchema = v.object({
  id: v.optional(v.number()),
  method: v.optional(v.string()),
  sessionId: v.optional(v.string()),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
})
const AttachedSchema = v.object({
  sessionId: v.string(),
  targetInfo: v.object({ type: v.string() }),
})
const DetachedSchema = v.object({ sessionId: v.string() })
const ValueSchema = v.object({ result: v.object({ value: v.optional(v.unknown()) }) })

export interface DevtoolsBrowser {
  /** Opens an address in the one tab. */
  open(url: string): Promise<void>
  /** What an expression comes to in the page that is shown; undefined while there is none. */
  read(expression: string): Promise<unknown>
  move(x: number, y: number): Promise<void>
  click(x: number, y: number): Promise<void>
  close(): Promise<void>
}

/** @param program the browser: a whole one, its headless shell fetches nothing ahead */
export async function openDevtools(program: string): Promise<DevtoolsBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'entracte-browser-'))
  const flags = ['--headless=new', '--no-sandbox', '--no-first-run', '--window-size=1440,900']
  const child = spawn(
    program,
    [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const socket = new WebSocket(await readAddress(child.stderr))
  await once(socket, 'open')

  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  /** Sessions of pages, also of those that nobody sees yet. */
  const pages = new Set<string>()
  let last = 0

  function send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>()
    last += 1
    waiting.set(last, answer)
    socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }))
    return answer.promise
  }

  /** The browser has tabs, and a tab has the page that is shown and those that are laid out ahead. */
  const attach = (type: 'tab' | 'page', sessionId?: string) =>
    send(
      'Target.setAutoAttach',
      { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: [{ type }] },
      sessionId,
    )

  async function greet(sessionId: string, type: string): Promise<void> {
    if (type === 'tab') return void (await attach('page', sessionId))
    pages.add(sessionId)
  }

  function hear(method: string, params: unknown): void {
    if (method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = v.parse(AttachedSchema, params)
      // A page that is gone before it is greeted is no fault.
      greet(sessionId, targetInfo.type).catch(() => undefined)
    } else if (method === 'Target.detachedFromTarget') {
      pages.delete(v.parse(DetachedSchema, params).sessionId)
    }
  }

  socket.addEventListener('message', ({ data }) => {
    const message = v.parse(MessageSchema, JSON.parse(String(data)))
    if (message.method !== undefined) return hear(message.method, message.params)
    const answer = waiting.get(message.id ?? 0)
    waiting.delete(message.id ?? 0)
    if (message.error) answer?.reject(new Error(message.error.message))
    else answer?.resolve(message.result)
  })
  await attach('tab')

  async function evaluate(sessionId: string, expression: string): Promise<unknown> {
    const said = { expression, returnByValue: true }
    const answer = await send('Runtime.evaluate', said, sessionId).catch(() => undefined)
    return answer === undefined ? undefined : v.parse(ValueSchema, answer).result.value
  }

  /** The page that is shown. */
  async function findShown(): Promise<string | undefined> {
    for (const sessionId of pages) {
      if ((await evaluate(sessionId, '!document.prerendering')) === true) return sessionId
    }
    return undefined
  }

  async function waitForShown(): Promise<string> {
    for (;;) {
      const shown = await findShown()
      if (shown !== undefined) return shown
      await setTimeout(20)
    }
  }

  async function point(type: string, x: number, y: number): Promise<void> {
    const held = type === 'mouseMoved' ? {} : { button: 'left', clickCount: 1 }
    await send('Input.dispatchMouseEvent', { type, x, y, ...held }, await waitForShown())
  }

  return {
    async open(url) {
      await send('Page.navigate', { url }, await waitForShown())
    },
    async read(expression) {
      const shown = await findShown()
      return shown === undefined ? undefined : evaluate(shown, expression)
    },
    move: (x, y) => point('mouseMoved', x, y),
    async click(x, y) {
      await point('mousePressed', x, y)
      await point('mouseReleased', x, y)
    },
    async close() {
      await send('Browser.close').catch(() => undefined)
      await once(child, 'exit')
      await rm(profile, { recursive: true, force: true })
    },
  }
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('the browser did not start')
}
