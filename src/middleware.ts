import type { MiddlewareHandler } from 'astro'
import { sequence } from 'astro:middleware'
import { isShownPath, SECTIONS } from '#api/sections.ts'
import { describeContentFault, findContentFault } from '#content/query-cache/content-fault.ts'
import { getSections } from '#content/site.ts'
import { unlinkSections } from '#content/unlink-sections.ts'
import { getMessages } from '#i18n/island-messages.ts'
import { readLocale } from '#i18n/locales.ts'
import { stripLocale } from '#i18n/paths.ts'
import { useTranslations } from '#i18n/translate.ts'

/**
 * Sets the language and the sections of a page. Leaves out disabled sections: their URLs respond with 410
 * and no body, for which builds write no file, and links to them on other pages are replaced by their text.
 */
const prepareLocals: MiddlewareHandler = async ({ url, currentLocale, locals }, next) => {
  const path = decodeURI(url.pathname).replace(/\.html$/, '')
  const locale = readLocale(currentLocale)
  const sections = await getSections(locale)
  locals.locale = locale
  locals.t = useTranslations(locale)
  locals.getIslandProps = (island) => ({ locale, messages: getMessages(locale, island) })
  locals.sections = sections
  if (!isShownPath(stripLocale(path), sections)) return new Response(null, { status: 410 })
  const response = await next()
  if (sections.length === SECTIONS.length) return response
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = await response.text()
  return new Response(unlinkSections(html, sections), response)
}

/**
 * Passes the error of a page to the publisher. Without a publisher, `astro build` leaves out pages of
 * faulty items and fails on other errors.
 */
const handleErrors: MiddlewareHandler = async ({ locals, url }, next) => {
  try {
    return await next()
  } catch (error) {
    const fault = findContentFault(error)
    if (locals.onError) locals.onError(error)
    else if (import.meta.env.DEV || !fault) throw error
    else process.stderr.write(`\n${url.pathname} is left out: ${describeContentFault(fault)}\n`)
    return new Response(null, { status: 410 })
  }
}

export const onRequest = sequence(handleErrors, prepareLocals)
