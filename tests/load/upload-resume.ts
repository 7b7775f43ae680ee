// Sends a video of 300 MB whose sender is killed in the middle, resumes it, and prints figures:
// `node tests/load/upload-resume.ts [MB]`. The sender is a separate process, the server is this one.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { nameKept } from '#scripts/admin-api/providers/storage/objects.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import { listenTo } from '#tests/support/listen.ts'
import { createMember } from '#tests/support/member.ts'
import { beginUpload, complete, findRow, getTicket, readTake } from '#tests/support/upload.ts'

const MEGABYTE = 1_000_000
const BLOCK = 65_536
const [first = '300', url, ticket = ''] = process.argv.slice(2)
const total = Number(first) * MEGABYTE

/** A short video and an empty box behind it that makes it large; no byte of it lies on a disk. */
function* makeVideo(from: number) {
  const video = readTake('take-299s.mp4')
  const box = Buffer.alloc(8)
  box.writeUInt32BE(total - video.length)
  box.write('free', 4, 'latin1')
  const head = Buffer.concat([video, box])
  if (from < head.length) yield head.subarray(from)
  for (let at = Math.max(from, head.length); at < total;) {
    const block = Buffer.alloc(Math.min(BLOCK - (at % BLOCK), total - at), at / BLOCK)
    yield block
    at += block.length
  }
}

async function ask(method: string, headers: Record<string, string>, body: Iterable<Buffer> = []) {
  const call = request(`${url}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', 'upload-ticket': ticket, ...headers },
  })
  const answered = new Promise<{ status: number; offset: number }>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response) => {
      response.resume()
      const offset = Number(response.headers['upload-offset'])
      response.on('end', () => resolve({ status: response.statusCode ?? 0, offset }))
    })
  })
  await pipeline(Readable.from(body), call)
  return answered
}

/** The work of the other process: requests the offset and sends the rest. */
async function send(): Promise<void> {
  const { offset } = await ask('HEAD', {})
  process.send?.({ offset })
  const headers = {
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
    'content-length': String(total - offset),
  }
  const { status } = await ask('PATCH', headers, makeVideo(offset))
  process.send?.({ status })
  process.disconnect()
}

async function measure(): Promise<void> {
  const api = await openAdminApi()
  await using server = await listenTo(api)
  const member = await createMember(api)
  const granted = await getTicket(api, member, { kind: 'video', name: 'take.mp4', bytes: total })
  const path = await beginUpload(api, granted, total)
  const key = path.split('/').at(-1) ?? ''
  const readSize = async () => (await api.deps.storage.measure(key)) ?? 0

  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  const start = () => fork(import.meta.filename, [first, server.url + path, granted.ticket])
  const ended = (sender: ReturnType<typeof start>) =>
    new Promise((resolve) => sender.once('exit', resolve))

  const begun = performance.now()
  const killed = start()
  const half = setInterval(async () => {
    if ((await readSize()) > total / 2) killed.kill('SIGKILL')
  }, 5)
  await ended(killed)
  clearInterval(half)

  const resumed = start()
  const said: Record<string, number> = {}
  resumed.on('message', (message) => Object.assign(said, message))
  await ended(resumed)
  const seconds = (performance.now() - begun) / 1000
  const asked = performance.now()
  const { envelope } = await complete(api, member, granted)
  const checkSeconds = (performance.now() - asked) / 1000
  clearInterval(watch)

  const [wanted, stored] = [createHash('sha256'), createHash('sha256')]
  for (const block of makeVideo(0)) wanted.update(block)
  await pipeline(createReadStream(api.deps.files.locate(nameKept(key))), stored)
  console.table({
    'size, MB': total / MEGABYTE,
    'killed and resumed at byte': said['offset'],
    'status of the last answer': said['status'],
    'time on the way, s': Number(seconds.toFixed(1)),
    'MB/s': Math.round(total / MEGABYTE / seconds),
    'check by callback, waited for, s': Number(checkSeconds.toFixed(2)),
    'server memory before, MB': Math.round(before / MEGABYTE),
    'server memory at most, MB': Math.round(most / MEGABYTE),
    'answer to complete': envelope.code,
    state: String((await findRow(api, granted.upload_id))?.['state']),
    'bytes are the same': wanted.digest('hex') === stored.digest('hex'),
  })
  await api.close()
}

await (url === undefined ? measure() : send())
