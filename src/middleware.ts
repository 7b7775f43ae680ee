import type { MiddlewareHandler } from 'astro'
import { sequence } from 'astro:middleware'
import { isShownPath } from '#api/sections.ts'
import { getSections } from '#content/site.ts'
import { unlinkSections } from '#content/unlink-sections.ts'
import { localeOfPath, stripLocale } from '#i18n/paths.ts'

/**
 * Leaves out the sections that a site does not show: their addresses are answered with 410 and no
 * body, of which builds make no file, and links to them on other pages become text.
 */
const leaveOutSections: MiddlewareHandler = async ({ url, locals }, next) => {
  const path = decodeURI(url.pathname).replace(/\.html$/, '')
  const sections = await getSections(localeOfPath(path))
  locals.sections = sections
  if (!isShownPath(stripLocale(path), sections)) return new Response(null, { status: 410 })
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = await response.text()
  return new Response(unlinkSections(html, sections), response)
}

/** Gives the publisher the error itself instead of a page about it. */
const reportErrors: MiddlewareHandler = async ({ locals }, next) => {
  if (!locals.onError) return next()
  try {
    return await next()
  } catch (error) {
    locals.onError(error)
    return new Response(null, { status: 410 })
  }
}

export const onRequest = sequence(reportErrors, leaveOutSections)
