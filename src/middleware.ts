import { defineMiddleware } from 'astro:middleware'
import { isShownPath } from '#api/sections.ts'
import { getSections } from '#content/site.ts'
import { unlinkSections } from '#content/unlink-sections.ts'
import { localeOfPath, stripLocale } from '#i18n/paths.ts'

/**
 * Leaves out the sections that a site does not show: their addresses are answered with 410 and no
 * body, of which builds make no file, and links to them on other pages become text.
 */
export const onRequest = defineMiddleware(async ({ url, locals }, next) => {
  const path = decodeURI(url.pathname).replace(/\.html$/, '')
  const sections = await getSections(localeOfPath(path))
  locals.sections = sections
  if (!isShownPath(stripLocale(path), sections)) return new Response(null, { status: 410 })
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = await response.text()
  return new Response(unlinkSections(html, sections), response)
})
