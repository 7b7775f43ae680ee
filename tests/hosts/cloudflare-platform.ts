import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { readFileKind } from '#scripts/serve/file-kinds.ts'
import type { Reply } from '#tests/serve/send-request.ts'
import type { HostRequest } from './requests.ts'

const RoutesSchema = v.object({ include: v.array(v.string()), exclude: v.array(v.string()) })
type Fetch = (request: Request, environment: object) => Promise<Response>

/**
 * Emulates file serving of Cloudflare Pages: pages at clean URLs only, with an ETag.
 * @see https://developers.cloudflare.com/pages/configuration/serving-pages/
 */
function fetchAsset(folder: string, request: Request): Response {
  const name = decodeURIComponent(new URL(request.url).pathname)
  if (/\.html$|\/index$|.\/$/.test(name)) {
    return new Response(null, { status: 308, headers: { location: name.replace(/\.html$/, '') } })
  }
  const file = [name, `${name}.html`, `${name}/index.html`, '/404.html']
    .map((candidate) => path.join(folder, candidate))
    .find((candidate) => path.extname(candidate) !== '' && existsSync(candidate))
  if (file === undefined) return new Response(null, { status: 404 })
  const content = readFileSync(file)
  const etag = `"${createHash('md5').update(content).digest('hex')}"`
  const { type } = readFileKind(file)
  const headers = {
    etag,
    'content-type': type,
    'cache-control': 'public, max-age=0, must-revalidate',
  }
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers })
  }
  const status = file.endsWith('404.html') && name !== '/404' ? 404 : 200
  return new Response(request.method === 'HEAD' ? null : content, { status, headers })
}

/** Parses a `_headers` file; every matching rule adds its headers. */
function readRules(text: string): { pattern: RegExp; headers: [string, string][] }[] {
  return text
    .split(/\n(?=\/)/)
    .filter((rule) => rule.trim() !== '')
    .map((rule) => {
      const [from = '', ...lines] = rule.trim().split('\n')
      const parts = from.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      const headers = lines.map((line): [string, string] => {
        const [name = '', ...value] = line.split(':')
        return [name.trim(), value.join(':').trim()]
      })
      return { pattern: new RegExp(`^${parts.join('.*')}$`), headers }
    })
}

/** The platform with the generated settings. */
export function createPlatform(
  folder: string,
  settings: ReadonlyMap<string, string>,
  worker: Fetch,
) {
  const routes = v.parse(RoutesSchema, JSON.parse(settings.get('_routes.json') ?? ''))
  const rules = readRules(settings.get('_headers') ?? '')
  /** Whether the platform serves a path without calling the worker. */
  const isExcluded = (name: string) =>
    routes.exclude.some((rule) => name.startsWith(rule.replace(/\*$/, '')))
  const ASSETS = { fetch: async (request: Request) => fetchAsset(folder, request) }

  async function respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (!isExcluded(pathname)) return worker(request, { ASSETS })
    const asset = fetchAsset(folder, request)
    for (const { pattern, headers } of rules) {
      if (pattern.test(pathname))
        for (const [name, value] of headers) asset.headers.set(name, value)
    }
    return asset
  }

  async function sendRequest({
    path: target,
    method = 'GET',
    headers,
  }: HostRequest): Promise<Reply> {
    const url = `https://site.example${target.startsWith('/') ? target : `/${target}`}`
    const response = await respond(new Request(url, { method, ...(headers && { headers }) }))
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    }
  }
  return { sendRequest, isExcluded }
}
