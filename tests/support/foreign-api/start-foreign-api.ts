// The admin API of another theatre, written from /openapi.json alone: node:http, no framework, nothing
// of this project. It has no live/facts, no orders to pay, and its editors write HTML.
import { createHmac, hash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAnswers, Refused, type Answer, type Input } from './answers.ts'
import { createMemberAnswers, type MemberAnswer } from './member-answers.ts'
import { drawPictures } from './pictures.ts'
import { makeRepertoire, type Lang, type Repertoire } from './repertoire.ts'
import { createSearchAnswers } from './search-answers.ts'
import { createSessions } from './sessions.ts'
import { createShapes, now } from './shapes.ts'

/** A fault of a response. */
export type ApiFault =
  | { kind: 'refuses'; code: number; msg: string }
  /** No answer at all, until the caller leaves. */
  | { kind: 'hangs' }
  | { kind: 'changed'; change: (data: Record<string, unknown>) => void }

/** A call of the site: `GET /api/course/detail`, with the id that it names. */
export interface FaultyCall {
  name: string
  id: number | null
  lang: Lang
}

export interface ForeignApi {
  url: string
  repertoire: Repertoire
  /** Calls so far by `METHOD /path`. */
  calls: Map<string, number>
  /** How long each answer waits, in ms. */
  setDelay(ms: number): void
  /** From now on calls are answered with the fault that this gives; undefined is none. */
  setFaults(find: (call: FaultyCall) => ApiFault | undefined): void
  /** Sets which pictures the API lacks or sends truncated, by path; all others are complete. */
  setPictureFaults(faults: Readonly<Record<string, 'missing' | 'truncated' | 'no image'>>): void
  /** Puts another picture at an address. */
  replacePicture(path: string, by: string): void
  readSentCode(mobile: string): string | undefined
  /** Stops listening and drops every connection. */
  stop(): Promise<void>
  /** Listens again on the same port. */
  start(): Promise<void>
  /** Sends a webhook to the site; returns the status and text of the response. */
  notify(site: string, secret: string, data: object): Promise<{ status: number; text: string }>
}

interface Options {
  /** About how many items there are in all. */
  size: number
  /** Any free port when left out. */
  port?: number
}

export async function startForeignApi({ size, port = 0 }: Options): Promise<ForeignApi> {
  const repertoire = makeRepertoire(size, Date.now())
  const pictures = await drawPictures()
  const sessions = createSessions()
  const open: Record<string, Answer> = {
    'GET /api/index/init': describeTheatre(repertoire),
    ...createAnswers(repertoire),
    ...createSearchAnswers(repertoire),
  }
  const forMembers = createMemberAnswers(repertoire, sessions)
  const calls = new Map<string, number>()
  let delayMs = 0
  let pictureFaults: Parameters<ForeignApi['setPictureFaults']>[0] = {}
  let findFault: (call: FaultyCall) => ApiFault | undefined = () => undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
      const run = open[name] ?? asOpen(forMembers[name], request, setHeader)
      if (!run) throw refuseUnknown(pathname, sessions.findCaller(request, false) !== undefined)
      const id = input['id'] === undefined ? null : Number(input['id'])
      const fault = findFault({ name, id, lang })
      if (fault?.kind === 'hangs') return
      if (fault?.kind === 'refuses') throw new Refused(fault.code, fault.msg)
      const data = run({ lang, input, origin })
      // A copy as it travels: a fault of one answer is none of the next.
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
      answer(request, response).catch((error: unknown) => {
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
    setDelay: (ms) => (delayMs = ms),
    setFaults: (find) => (findFault = find),
    setPictureFaults: (faults) => (pictureFaults = faults),
    replacePicture(path, by) {
      const picture = pictures.get(by)
      if (picture) pictures.set(path, picture)
    },
    readSentCode: sessions.readSentCode,
    start,
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      server.closeAllConnections()
      await promise
    },
    notify,
  }
}

const asOpen = (
  answer: MemberAnswer | undefined,
  request: IncomingMessage,
  setHeader: (name: string, value: string) => void,
): Answer | undefined => answer && ((caller) => answer({ ...caller, request, setHeader }))

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
  fault: 'missing' | 'truncated' | 'no image' | undefined,
): void {
  if (fault === 'missing') return void response.writeHead(404).end()
  const truncated = picture.subarray(0, picture.length / 2)
  const content = fault === 'truncated' ? truncated : fault === 'no image' ? 'sorry' : picture
  const etag = `"${hash('sha256', content)}"`
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
  response.writeHead(200, { 'content-type': 'image/jpeg', etag }).end(content)
}

function send(response: ServerResponse, code: number, msg: string, data: unknown): void {
  // Business codes above 599 are no HTTP statuses.
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

function describeTheatre(all: Repertoire): Answer {
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

/** Signs by hand, as docs/own-admin-api.md describes: HMAC-SHA256 over id, time and body. */
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
