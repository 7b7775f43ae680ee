import { isShownPath, type Section } from '#api/sections.ts'
import type { Locale } from '#i18n/locales.ts'
import { stripLocale } from '#i18n/paths.ts'
import { href, ROUTES } from '#routes.ts'

// Anchors cannot be nested, so each ends at the next end tag.
const ANCHOR = /<a\s([^>]*?)href="(\/[^"]*)"([^>]*)>([\s\S]*?)<\/a>/g
/** Call-to-action links, which are removed, because their text makes no sense without the link. */
const BARE_LINK = /\bclass="[^"]*\b(?:button|quiet-link|to-calendar)\b/

/** Replaces links to disabled sections by their text. */
export function unlinkSections(html: string, sections: readonly Section[]): string {
  return html.replaceAll(
    ANCHOR,
    (link, before: string, address: string, after: string, content: string) => {
      const path = stripLocale(address.replace(/[?#].*$/, ''))
      if (isShownPath(path, sections)) return link
      if (BARE_LINK.test(before + after)) return ''
      const attributes = `${before}${after}`.replaceAll(/\s*\b(?:rel|target|hreflang)="[^"]*"/g, '')
      return `<span ${attributes.trim()}>${content}</span>`
    },
  )
}

/**
 * Writes the style that hides buttons to disabled sections in islands, which are rendered in the browser; empty
 * if all sections are enabled.
 */
export function writeSectionSheet(sections: readonly Section[], locale: Locale): string {
  const links = ROUTES.filter(({ path }) => !isShownPath(path, sections)).map(
    ({ path }) => `[href^="${href(path, locale)}"]`,
  )
  if (links.length === 0) return ''
  return `:is(.button,.quiet-link):is(${links.join()}){display:none!important}\n`
}
