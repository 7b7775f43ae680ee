import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { endProcess } from '../end-process.ts'
import { findProgram } from '../find-program.ts'
import type { Tab } from './tab.ts'

/** Path of the installed Firefox, or null. */
export const findFirefox = (): string | null => findProgram('firefox-esr', 'firefox')

const MessageSchema = v.looseObject({
  id: v.optional(v.number()),
  type: v.string(),
  result: v.optional(v.unknown()),
  message: v.optional(v.string()),
})
const ScreenshotSchema = v.looseObject({ data: v.string() })
const ContextSchema = v.object({ context: v.string() })
const ResultSchema = v.variant('type', [
  v.looseObject({
    type: v.literal('success'),
    result: v.looseObject({ value: v.optional(v.string()) }),
  }),
  v.looseObject({
    type: v.literal('exception'),
    exceptionDetails: v.looseObject({ text: v.string() }),
  }),
])

/** Opens a WebDriver BiDi connection (W3C). */
async function connect(address: string) {
  const socket = new WebSocket(`${address}/session`)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = v.parse(MessageSchema, JSON.parse(String(data)))
    const command = waiting.get(id ?? -1)
    if (type === 'success') command?.resolve(result)
    else command?.reject(new Error(message ?? type))
    waiting.delete(id ?? -1)
  })
  return {
    send(method: string, params: object): Promise<unknown> {
      last += 1
      const command = Promise.withResolvers<unknown>()
      waiting.set(last, command)
      socket.send(JSON.stringify({ id: last, method, params }))
      return command.promise
    },
    close: () => socket.close(),
  }
}

/**
 * Starts Firefox without a window and opens a tab in it, driven by WebDriver BiDi.
 * @param size of the viewport in CSS pixels
 */
export async function openFirefox(
  program: string,
  size: { width: number; height: number },
): Promise<Tab> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  const options = ['--headless', '--no-remote', '--remote-debugging-port', '0']
  const firefox = spawn(program, [...options, '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    firefox.on('error', reject)
    firefox.on('exit', () => reject(new Error('Firefox has ended')))
    createInterface(firefox.stderr).on('line', (line) => {
      const url = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const { send, close } = await connect(address)
  await send('session.new', { capabilities: {} })
  const { context } = v.parse(ContextSchema, await send('browsingContext.create', { type: 'tab' }))
  await send('browsingContext.setViewport', { context, viewport: size })
  return {
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async read(expression) {
      const evaluation = await send('script.evaluate', {
        expression: `JSON.stringify((${expression}) ?? null)`,
        target: { context },
        awaitPromise: false,
      })
      const result = v.parse(ResultSchema, evaluation)
      if (result.type === 'exception') throw new Error(result.exceptionDetails.text)
      return JSON.parse(result.result.value ?? 'null') as unknown
    },
    perform: async (actions) => {
      await send('input.performActions', { context, actions })
    },
    async capture() {
      const screenshot = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(v.parse(ScreenshotSchema, screenshot).data, 'base64')
    },
    async close() {
      close()
      await endProcess(firefox, 'SIGTERM')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
