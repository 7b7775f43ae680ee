// The admin API of another theatre, written from /openapi.json alone, with node:http and without code of
// this project. It has no live/facts and no payments, and its texts are HTML.
import { createHmac, hash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPublicHandlers, Refused, type Handler, type Input } from './public-handlers.ts'
import { createMemberHandlers, type MemberHandler } from './member-handlers.ts'
import { drawPictures } from './pictures.ts'
import { makeRepertoire, type Lang, type Repertoire } from './repertoire.ts'
import { createSearchHandlers } from './search-handlers.ts'
import { createSessions } from './sessions.ts'
import { createShapes, now } from './shapes.ts'

/** A fault of a response. */
export type ApiFault =
  | { kind: 'refuses'; code: number; msg: string }
  | { kind: 'changed'; change: (data: Record<string, unknown>) => void }

/** A call, such as `GET /api/course/detail`, with its id parameter. */
export interface FaultyCall {
  name: string
  id: number | null
  lang: Lang
}

type FindFault = (call: FaultyCall) => ApiFault | undefined
type PictureFault = 'missing' | 'truncated' | 'no image'

interface Options {
  /** Approximate total number of items. */
  size: number
  /** Default: any free port. */
  port?: number
}

export async function startForeignApi({ size, port = 0 }: Options) {
  const repertoire = makeRepertoire(size, Date.now())
  const pictures = await drawPictures()
  const sessions = createSessions()
  const publicHandlers: Record<string, Handler> = {
    'GET /api/index/init': describeTheatre(repertoire),
    ...createPublicHandlers(repertoire),
    ...createSearchHandlers(repertoire),
  }
  const memberHandlers = createMemberHandlers(repertoire, sessions)
  /** Calls so far by `METHOD /path`. */
  const calls = new Map<string, number>()
  let delayMs = 0
  let pictureFaults: Readonly<Record<string, PictureFault>> = {}
  let findFault: FindFault = () => undefined

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const picture = pictures.get(pathname)
    if (picture) return sendPicture({ request, response }, picture, pictureFaults[pathname])
    if (pathname.startsWith('/papers/')) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void response.end('<!doctype html><title>Terms</title><p>Terms')
    }
    const name = `${request.method} ${pathname}`
    calls.set(name, (calls.get(name) ?? 0) + 1)
    const lang: Lang = request.headers['lang'] === 'en' ? 'en' : 'zh-cn'
    const origin = `http://${request.headers.host}`
    try {
      const isPost = request.method === 'POST'
      const input = isPost ? await readJson(request) : Object.fromEntries(searchParams)
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      const setHeader = (key: string, value: string) => void response.setHeader(key, value)
      const run = publicHandlers[name] ?? withRequest(memberHandlers[name], request, setHeader)
      if (!run) throw refuseUnknown(pathname, sessions.findCaller(request, false) !== undefined)
      const id = input['id'] === undefined ? null : Number(input['id'])
      const fault = findFault({ name, id, lang })
      if (fault?.kind === 'refuses') throw new Refused(fault.code, fault.msg)
      const data = run({ lang, input, origin })
      // Changes a copy, so that other responses are unaffected.
      const sent = fault ? JSON.parse(JSON.stringify(data)) : data
      fault?.change(sent)
      send(response, 200, 'ok', sent)
    } catch (error) {
      if (error instanceof Refused) return send(response, error.code, error.message, null)
      throw error
    }
  }

  let server: Server
  async function start(): Promise<void> {
    server = createServer((request, response) => {
      handle(request, response).catch((error: unknown) => {
        send(response, 500, String(error), null)
      })
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
    await promise
    port = (server.address() as AddressInfo).port
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    repertoire,
    calls,
    /** Delays each response, in ms. */
    setDelay: (ms: number): void => void (delayMs = ms),
    /** Injects the fault that `find` returns for a call, if any. */
    setFaults: (find: FindFault): void => void (findFault = find),
    /** Sets faults of images by path; all others are complete. */
    setPictureFaults: (faults: typeof pictureFaults): void => void (pictureFaults = faults),
    /** Replaces the image at a path by another. */
    replacePicture(path: string, by: string): void {
      const picture = pictures.get(by)
      if (picture) pictures.set(path, picture)
    },
    readSentCode: sessions.readSentCode,
    /** Listens again on the same port. */
    start,
    /** Stops listening and drops every connection. */
    async stop(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      server.closeAllConnections()
      await promise
    },
    notify,
  }
}
export type ForeignApi = Awaited<ReturnType<typeof startForeignApi>>

const withRequest = (
  handler: MemberHandler | undefined,
  request: IncomingMessage,
  setHeader: (name: string, value: string) => void,
): Handler | undefined => handler && ((caller) => handler({ ...caller, request, setHeader }))

/** Paths for members require login before anything else; unknown paths are 404. */
function refuseUnknown(path: string, isMember: boolean): Refused {
  const isForMembers = /^\/api\/(account|order|upload|course\/apply)/.test(path)
  return isForMembers && !isMember
    ? new Refused(401, 'log in first')
    : new Refused(404, 'no such call')
}

function sendPicture(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  picture: Buffer,
  fault: PictureFault | undefined,
): void {
  if (fault === 'missing') return void response.writeHead(404).end()
  const truncated = picture.subarray(0, picture.length / 2)
  const content = fault === 'truncated' ? truncated : fault === 'no image' ? 'sorry' : picture
  const etag = `"${hash('sha256', content)}"`
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
  response.writeHead(200, { 'content-type': 'image/jpeg', etag }).end(content)
}

function send(response: ServerResponse, code: number, msg: string, data: unknown): void {
  // Business codes above 599 are not HTTP statuses.
  const status = code < 600 ? code : 200
  const body = JSON.stringify({ code, msg, time: Math.floor(Date.now() / 1000), data })
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}

async function readJson(request: IncomingMessage): Promise<Input> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  try {
    return JSON.parse(Buffer.concat(parts).toString() || '{}')
  } catch {
    throw new Refused(400, 'not JSON')
  }
}

function describeTheatre(all: Repertoire): Handler {
  return ({ lang, origin }) => {
    const s = createShapes(all, lang)
    return {
      citys: [s.city],
      default_city: s.city,
      site: {
        name: s.both('灯笼巷剧场', 'Lantern Yard Theatre'),
        tagline: s.both('院子里的戏', 'Plays in a courtyard'),
        closing_line: s.both('灯还亮着', 'The lanterns are still lit'),
        foot_content: s.both('<p>灯笼巷 8 号</p>', '<p>8 Lantern Yard</p>'),
        user_agreement_file: `/papers/agreement.${lang}.html`,
        privacy_policy_file: `/papers/privacy.${lang}.html`,
        seo_title: s.both('灯笼巷剧场', 'Lantern Yard Theatre'),
        seo_description: s.both('院子里的剧场', 'A theatre in a courtyard'),
        seo_keywords: s.both('话剧,昆曲', 'drama,kunqu'),
        share_image: s.picture(0),
        phone: '+86 21 5555 0108',
        email: null,
        record_number: null,
        membership: { line: s.both('做邻居', 'Be a neighbour'), offer: '' },
        time_zone: 'Asia/Shanghai',
      },
      links: [],
      lang,
      viewurl: origin,
      upload: {
        provider: 'none',
        endpoint: '/api/upload/none',
        resume_max_bytes: 0,
        video_max_bytes: 0,
        video_max_s: 0,
        avatar_max_bytes: 0,
      },
      sign_in: [],
      can_log_in: true,
      can_buy_online: false,
      server_time: now(),
    }
  }
}

/** Sends a webhook signed as docs/own-admin-api.md describes: HMAC-SHA256 over id, time and body. */
async function notify(site: string, secret: string, data: object) {
  const [id, time] = [`msg_${randomUUID()}`, Math.floor(Date.now() / 1000)]
  const body = JSON.stringify({ type: 'content.changed', data })
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  const response = await fetch(`${site}/hooks/content`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${mac}`,
    },
    body,
  })
  return { status: response.status, text: await response.text() }
}
