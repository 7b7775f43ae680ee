import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { expect } from 'playwright/test'
import { endProcess } from '../end-process.ts'
import { findFreePort } from '../find-free-port.ts'
import { findProgram } from '../find-program.ts'
import type { Tab } from './tab.ts'

/** Paths of WebKitGTK's MiniBrowser in Debian packages. */
const BROWSERS = ['4.1', '4.0', '6.0'].flatMap((version) =>
  ['x86_64', 'aarch64'].map((cpu) => {
    const name = version === '6.0' ? 'webkitgtk' : 'webkit2gtk'
    return `/usr/lib/${cpu}-linux-gnu/${name}-${version}/MiniBrowser`
  }),
)

interface WebKit {
  driver: string
  browser: string
  screen: string
}

/** The installed WebKitGTK with its driver and Xvfb; null if one is missing. */
export function findWebKit(): WebKit | null {
  const driver = findProgram('WebKitWebDriver')
  const screen = findProgram('Xvfb')
  const browser = BROWSERS.find((file) => existsSync(file))
  return driver && screen && browser !== undefined ? { driver, browser, screen } : null
}

const ResponseSchema = v.object({ value: v.unknown() })
const ErrorSchema = v.looseObject({ error: v.string(), message: v.string() })
const SessionSchema = v.looseObject({ sessionId: v.string() })

/** Starts a virtual screen. @returns its process and display name */
async function openScreen(program: string, { width, height }: { width: number; height: number }) {
  const screen = spawn(
    program,
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const number = await new Promise<string>((resolve, reject) => {
    screen.on('error', reject)
    screen.stdio[3]?.once('data', (text) => resolve(String(text).trim()))
  })
  return { screen, name: `:${number}` }
}

/**
 * Starts WebKitGTK on a virtual screen and opens a tab that fills it, driven by WebDriver (W3C).
 * @param size of the screen in CSS pixels
 */
export async function openWebKit(
  { driver: program, browser, screen: screenProgram }: WebKit,
  size: { width: number; height: number },
): Promise<Tab> {
  const { screen, name } = await openScreen(screenProgram, size)
  const port = await findFreePort()
  const driver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: name },
  })
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = v.parse(ResponseSchema, await response.json())
    if (v.is(ErrorSchema, value)) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  await expect.poll(() => send('GET', '/status').catch(() => null)).not.toBeNull()
  const started = await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: browser,
          args: ['--automation', '--private', '--full-screen'],
        },
      },
    },
  })
  const session = `/session/${v.parse(SessionSchema, started).sessionId}`
  await send('POST', `${session}/window/rect`, size)
  return {
    open: async (url) => {
      await send('POST', `${session}/url`, { url })
    },
    read: (expression) =>
      send('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
    perform: async (actions) => {
      await send('POST', `${session}/actions`, { actions })
    },
    async capture() {
      const screenshot = await send('GET', `${session}/screenshot`)
      return Buffer.from(v.parse(v.string(), screenshot), 'base64')
    },
    async close() {
      await send('DELETE', session).catch(() => undefined)
      await endProcess(driver, 'SIGTERM')
      await endProcess(screen, 'SIGTERM')
    },
  }
}
