// node tests/load/attack-bodies.ts: four connections post a chunked body of 100 MiB each to the route
// of payment notifications. Prints what the API answered, how many bytes it took, and its memory.
import { once } from 'node:events'
import { request } from 'node:http'
import { readMemory, startAttackedApi } from './attacked-api.ts'

const CONNECTIONS = 4
const MIB = 1024 * 1024
const BODY_MIB = 100
const DEADLINE_MS = 30_000
/** A server that read all of it holds at least this much more. */
const ALLOWED_MIB = 100

await using api = await startAttackedApi()

/** Posts a body until the server stops taking it. @returns its answer, and the MiB that were written */
async function postEndlessly() {
  const outgoing = request(`${api.url}/api/pay/sandbox_notify`, {
    method: 'POST',
    headers: { 'transfer-encoding': 'chunked' },
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  const over = new AbortController()
  const status = new Promise<string>((resolve) => {
    outgoing.on('response', (response) => {
      response.resume()
      resolve(String(response.statusCode))
    })
    outgoing.on('error', (error) => resolve(error.message))
  }).finally(() => over.abort())
  const chunk = Buffer.alloc(MIB, 'x')
  let written = 0
  for (; written < BODY_MIB && !over.signal.aborted; written += 1) {
    const isFull = !outgoing.write(chunk)
    if (isFull) await Promise.race([once(outgoing, 'drain'), status])
    else await new Promise(setImmediate)
  }
  if (!over.signal.aborted) outgoing.end()
  const answer = await status
  outgoing.destroy()
  return { answer, written }
}

const before = readMemory(api.pid)
const results = await Promise.all(Array.from({ length: CONNECTIONS }, postEndlessly))
const after = readMemory(api.pid)
for (const { answer, written } of results) console.log(`answered ${answer} after ${written} MiB`)
const grown = after.peak - before.now
console.log(`memory of the API: ${before.now} MiB before, ${after.peak} MiB at its highest`)
if (grown > ALLOWED_MIB) {
  console.error(`grew by ${grown} MiB, expected at most ${ALLOWED_MIB}`)
  process.exitCode = 1
}
