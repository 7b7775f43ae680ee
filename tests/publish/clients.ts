// A worker thread: visitors with open tabs who send requests until they are stopped. Then it reports what
// was wrong.
import http from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { ask } from '#tests/serve/ask.ts'

const { url, clients } = v.parse(v.object({ url: v.string(), clients: v.number() }), workerData)
const ADDRESSES = ['/', '/en', '/drama/home', '/drama/detail?id=2']
const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
const seen = new Set<string>()
const faults: string[] = []
let asked = 0
const over = new AbortController()

async function get(address: string): Promise<string> {
  asked += 1
  const { status, body } = await ask(url, address, { agent })
  if (status !== 200) faults.push(`${address} answers ${status}`)
  return body.toString()
}

/** Reads the text of a page and the address of its script. */
async function open(address: string): Promise<{ text: string; script: string }> {
  const html = await get(address)
  const text = /<p>([^<]*)</.exec(html)?.[1] ?? ''
  seen.add(text)
  return { text, script: /src="([^"]+)"/.exec(html)?.[1] ?? '' }
}

/** A reader: opens a page, loads its script, and again that of the tab opened first. */
async function visit(address: string): Promise<void> {
  const first = await open(address)
  while (!over.signal.aborted) {
    for (const { text, script } of [await open(address), first]) {
      const code = await get(script)
      if (!code.includes(JSON.stringify(text))) faults.push(`${text} is mixed with ${code}`)
    }
  }
}

parentPort?.once('message', () => {
  over.abort()
})
const visits = Array.from({ length: clients }, (_, index) => visit(ADDRESSES[index % 4] ?? '/'))
await Promise.all(visits).catch((error: unknown) => faults.push(String(error)))
agent.destroy()
parentPort?.postMessage({ asked, seen: seen.size, faults }, [])
