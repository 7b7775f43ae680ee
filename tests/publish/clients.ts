// Worker thread that simulates visitors with open tabs. It sends requests until the first message, then
// reports faults.
import http from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { sendRequest } from '#tests/serve/send-request.ts'

const { url, clients } = v.parse(v.object({ url: v.string(), clients: v.number() }), workerData)
const ADDRESSES = ['/', '/en', '/drama/home', '/drama/detail?id=2']
const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
const texts = new Set<string>()
const faults: string[] = []
let requests = 0
const over = new AbortController()

async function get(address: string): Promise<string> {
  requests += 1
  const { status, body } = await sendRequest(url, address, { agent })
  if (status !== 200) faults.push(`${address} responds with ${status}`)
  return body.toString()
}

/** The text of a page and the URL of its script. */
async function open(address: string): Promise<{ text: string; script: string }> {
  const html = await get(address)
  const text = /<p>([^<]*)</.exec(html)?.[1] ?? ''
  texts.add(text)
  return { text, script: /src="([^"]+)"/.exec(html)?.[1] ?? '' }
}

/** Opens pages with their scripts, and reloads the script of the first tab: each must match its page. */
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
parentPort?.postMessage({ requests, releases: texts.size, faults }, [])
