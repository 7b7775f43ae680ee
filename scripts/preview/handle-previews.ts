import type { IncomingMessage } from 'node:http'
import { html } from 'hono/html'
import { parse } from 'hono/utils/cookie'
import { getPathLocale, localizePath, stripLocale } from '#i18n/paths.ts'
import { PREVIEW_PATH, readPreviewToken } from '../admin-api/security/preview-token.ts'
import type { Secrets } from '../admin-api/security/secrets.ts'
import { isSitePath } from '../admin-api/security/site-path.ts'
import type { Html } from '../lib/render-document.ts'
import type { Exchange } from '../serve/exchange.ts'
import type { Manifest } from '../serve/manifest.ts'
import { splitTarget, type RequestTarget } from '../serve/parse-target.ts'
import type { RequestPreview } from '../serve/server.ts'
import { resolveLink } from '../serve/resolve.ts'
import { sendResponse, sendStaffPage } from '../serve/send-response.ts'
import { renderStaffPage } from '../serve/staff-page.ts'
import type { Previews } from './create-previews.ts'

/**
 * Finds the public page that corresponds to a page of a preview: the same page, or else the nearest one
 * in the same language: its list (`/en/news/detail`), the section home (`/en/drama/home`), the home page.
 * @param address path and query of the page in the preview
 * @returns path and query
 */
function findPublicPage(address: string, manifest: Manifest): string {
  const { path } = splitTarget(address)
  const locale = getPathLocale(path)
  const [, section = ''] = stripLocale(path).split('/')
  const candidates = [
    address,
    path,
    localizePath(`/${section}/home`, locale),
    localizePath('/', locale),
  ]
  const isPublic = (candidate: string) => {
    const { kind } = resolveLink('GET', splitTarget(candidate), manifest)
    return kind === 'file' || kind === 'redirect'
  }
  return candidates.find(isPublic) ?? '/'
}

interface HandlerOptions {
  previews: Previews
  secrets: Secrets
  /** The site that visitors see. */
  getManifest(): Manifest
  /** Whether the public address uses https. */
  https: boolean
}

const COOKIE = 'preview'
const NO_INDEX = { 'X-Robots-Tag': 'noindex, nofollow' }
/** Discards pages that the browser prefetched before the preview was entered or left. */
const CLEAR_PREFETCHED = { 'Clear-Site-Data': '"prefetchCache", "prerenderCache"' }

/** Enters and leaves previews at signed addresses; a cookie holds the token of the current preview. */
export function createPreviewHandler({ previews, secrets, getManifest, https }: HandlerOptions) {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`

  return {
    /** Handles requests below `/hooks/preview/`. */
    async handle(exchange: Exchange, target: RequestTarget): Promise<void> {
      const text = target.path.slice(PREVIEW_PATH.length)
      if (text === 'leave') {
        const cookie = `${COOKIE}=; ${attributes}; Max-Age=0`
        const location = findPublicPage(readReferrer(exchange.request), getManifest())
        return sendResponse(exchange, 303, '', {
          ...CLEAR_PREFETCHED,
          Location: location,
          'Set-Cookie': cookie,
        })
      }
      const token = readPreviewToken(secrets, text, Date.now())
      if (!token) return sendStaffPage(exchange, 403, renderRefused(), NO_INDEX)
      const state = await previews.open(token.at)
      if (state.kind === 'building') return sendStaffPage(exchange, 200, renderBuilding(), NO_INDEX)
      if (state.kind === 'failed')
        return sendStaffPage(exchange, 502, renderFailed(state.reason), NO_INDEX)
      const to = new URLSearchParams(target.query).get('to') ?? '/'
      const seconds = Math.floor((token.expiresAt - Date.now()) / 1000)
      sendResponse(exchange, 303, '', {
        ...CLEAR_PREFETCHED,
        Location: isSitePath(to) ? to : '/',
        'Set-Cookie': `${COOKIE}=${text}; ${attributes}; Max-Age=${seconds}`,
      })
    },
    /** Finds the preview of a request by its cookie; undefined for the public site. */
    find(request: IncomingMessage): RequestPreview | undefined {
      const text = parse(request.headers.cookie ?? '', COOKIE)[COOKIE]
      const token = text === undefined ? undefined : readPreviewToken(secrets, text, Date.now())
      if (!token) return undefined
      const preview = previews.find(token.at)
      if (preview) return { kind: 'ready', ...preview }
      const to = encodeURIComponent(request.url ?? '/')
      return { kind: 'gone', location: `${PREVIEW_PATH}${text}?to=${to}` }
    },
  }
}

/** Path and query of the referring page; the home page when the browser withholds the referrer. */
function readReferrer({ headers }: IncomingMessage): string {
  const url = URL.parse(headers.referer ?? '')
  const address = url ? url.pathname + url.search : '/'
  return isSitePath(address) ? address : '/'
}

// Pages for staff around a preview, in both languages because a preview link has no locale.

const renderNote = (body: Html, refreshS?: number): Html =>
  renderStaffPage({
    locale: 'zh-cn',
    title: '预览 · Preview',
    ...(refreshS !== undefined && { refreshS }),
    isNote: true,
    body,
  })

/** Renders the waiting page, which refreshes until the preview is built. */
const renderBuilding = (): Html =>
  renderNote(
    html`<p>正在生成预览，通常需要一分钟左右，完成后会自动打开。</p>
      <p lang="en">
        The preview is being built. It opens by itself when it is ready, usually within a minute.
      </p>`,
    2,
  )

const renderRefused = (): Html =>
  renderNote(
    html`<p>这个预览链接无效或已过期。请重新生成：<code>npm run admin -- preview link</code></p>
      <p lang="en">
        This preview link is not valid, or it has expired. Make a new one with
        <code>npm run admin -- preview link</code>.
      </p>`,
  )

const renderFailed = (reason: string): Html =>
  renderNote(
    html`<p>预览生成失败，刷新页面可重试。</p>
      <p lang="en">The preview could not be built. Reload the page to try again.</p>
      <pre>${reason}</pre>`,
  )
