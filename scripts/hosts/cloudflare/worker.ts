import { NOT_FOUND, ROUTE_ERROR } from '#config.ts'
import { localizePath } from '#i18n/paths.ts'
import type { Locale } from '#i18n/locales.ts'
import { ERROR_PAGE } from '#routes.ts'
import { fillErrorPage, isNavigation } from '../../serve/error-page.ts'
import {
  getFileHeaders,
  getSecurityHeaders,
  type HeaderRecord,
  type HttpsPolicy,
} from '../../serve/headers.ts'
import {
  createManifest,
  createManifestEntry,
  findDocument,
  type SiteFile,
} from '../../serve/manifest.ts'
import { describeFailure, isApiPath } from '../../serve/proxy.ts'
import { ALLOWED_METHODS, resolveRequest } from '../../serve/resolve.ts'
import { HOST_ERRORS } from '../host-errors.ts'

/** The data of a built folder, which `write-cloudflare.ts` embeds into the worker. */
export interface WorkerSite {
  https: HttpsPolicy
  /** The distinct security policies of pages. */
  policies: string[]
  /** Paths by the index of their policy, or by -1 for files without a policy. */
  files: Record<string, string[]>
}

/** The bindings of Cloudflare Pages that the worker uses. */
export interface WorkerEnvironment {
  ASSETS: { fetch(request: Request): Promise<Response> }
  /** Address of the admin API; if undefined, API calls get 502. */
  ADMIN_API_URL?: string
}

/** Creates a worker that resolves requests by the rules of our own server; the platform only serves files. */
export function createWorker(data: WorkerSite) {
  const manifest = createManifest(describeFiles(data))
  const { https } = data

  async function respond(request: Request, environment: WorkerEnvironment): Promise<Response> {
    const { url, method } = request
    const { pathname: path, search } = new URL(url)

    const fetchAsset = (file: SiteFile, init?: RequestInit): Promise<Response> =>
      environment.ASSETS.fetch(new Request(new URL(getAssetPath(file), url), init))

    async function sendFile(file: SiteFile): Promise<Response> {
      const asset = await fetchAsset(file, { method, headers: request.headers })
      const headers = new Headers(asset.headers)
      for (const [name, value] of Object.entries(getHeaders(file))) headers.set(name, value)
      return new Response(asset.body, { status: asset.status, headers })
    }

    /** Reads a document for an error response, which supports neither validators nor ranges. */
    async function readDocument(page: string) {
      const file = findDocument(manifest, page)
      return file && { headers: getHeaders(file), html: await (await fetchAsset(file)).text() }
    }

    const sendHtml = (status: number, html: string, headers: HeaderRecord): Response =>
      new Response(method === 'HEAD' ? null : html, { status, headers })

    async function sendNotFound(locale: Locale): Promise<Response> {
      const page = await readDocument(localizePath('/404', locale))
      return page ? sendHtml(404, page.html, page.headers) : sendText(404, NOT_FOUND.message)
    }

    async function sendErrorPage(
      { status, locale }: { status: number; locale: Locale },
      headers: HeaderRecord = {},
    ): Promise<Response> {
      const error = HOST_ERRORS.find((candidate) => candidate.status === status) ?? ROUTE_ERROR
      const page = await readDocument(localizePath(ERROR_PAGE, locale))
      return page
        ? sendHtml(status, fillErrorPage(page.html, error), { ...page.headers, ...headers })
        : sendText(status, error.message, headers)
    }

    if (isApiPath(path)) return callApi(request, environment)
    const resolution = resolveRequest(method, { path, query: search.slice(1) }, manifest)
    switch (resolution.kind) {
      case 'file':
        return sendFile(resolution.file)
      case 'redirect':
        return sendText(301, '', { Location: resolution.location })
      case 'not-found':
        return sendNotFound(resolution.locale)
      case 'error':
        return sendErrorPage(resolution)
      case 'method-not-allowed': {
        const allow = { Allow: ALLOWED_METHODS.join(', ') }
        const headers = Object.fromEntries(request.headers)
        if (!isNavigation({ headers })) return sendText(405, 'Method Not Allowed', allow)
        return sendErrorPage({ status: 405, locale: resolution.locale }, allow)
      }
    }
  }

  function sendText(status: number, text: string, headers: HeaderRecord = {}): Response {
    const own = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' }
    return new Response(text, {
      status,
      headers: { ...getSecurityHeaders(https), ...own, ...headers },
    })
  }

  /** The headers of a file, without `Vary`: the platform handles compression. */
  function getHeaders(file: SiteFile): HeaderRecord {
    return getFileHeaders({ ...file, encodings: [] }, https)
  }

  return {
    async fetch(request: Request, environment: WorkerEnvironment): Promise<Response> {
      const response = await respond(request, environment)
      const headers = new Headers(response.headers)
      headers.set('X-Request-Id', crypto.randomUUID())
      return new Response(response.body, { status: response.status, headers })
    },
  }
}

function describeFiles({ files, policies }: WorkerSite): SiteFile[] {
  return Object.entries(files).flatMap(([index, paths]) => {
    const policy = policies[Number(index)]
    const headers = policy === undefined ? {} : { 'content-security-policy': policy }
    return paths.map((path) => createManifestEntry(path, path, { size: 0, hash: '' }, headers))
  })
}

/** The address of an asset on the platform, which redirects page addresses that are not clean. */
function getAssetPath({ path }: SiteFile): string {
  return path.replace(/(?:\/index)?\.html$/, '') || '/'
}

/** Proxies a call to the admin API with the same forwarded headers as our own server. */
async function callApi(request: Request, environment: WorkerEnvironment): Promise<Response> {
  const { ADMIN_API_URL: base } = environment
  const { pathname, search, host, protocol } = new URL(request.url)
  if (base === undefined) return respondUnreachable()
  const headers = new Headers(request.headers)
  for (const name of ['forwarded', 'host', 'x-forwarded-for']) headers.delete(name)
  const visitor = headers.get('cf-connecting-ip')
  if (visitor !== null) headers.set('x-forwarded-for', visitor)
  headers.set('x-forwarded-proto', protocol.replace(':', ''))
  headers.set('x-forwarded-host', host)
  try {
    return await fetch(base.replace(/\/$/, '') + pathname + search, {
      method: request.method,
      headers,
      body: request.body,
      redirect: 'manual',
      ...(request.body !== null && { duplex: 'half' }),
    })
  } catch {
    return respondUnreachable()
  }
}

function respondUnreachable(): Response {
  const { status, headers, body } = describeFailure('down')
  return new Response(body, { status, headers })
}
