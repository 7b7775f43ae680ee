import { createHash } from 'node:crypto'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { ERROR_PAGE, ROUTES } from '#routes.ts'
import type { Builder, BuiltSite, StoredFile } from '#scripts/publish/built-site.ts'
import type { Store } from '#scripts/publish/store.ts'

/** A site that passes the gate: all routes in both languages, some items, one script. */
export interface SmallSite {
  /** The text of every page and of the script. */
  text: string
  /** Ids of the performances. */
  items: readonly number[]
}

const POLICY = { 'content-security-policy': "default-src 'self'" }
const getDocument = (page: string) => (page === '/' ? '/index.html' : `${page}.html`)

/** Maps file paths to contents. The script name contains a content hash, as in a real build. */
export function writeSmallSite({ text, items }: SmallSite): Map<string, string> {
  const code = `export const text = ${JSON.stringify(text)}`
  const script = `/_astro/app.${createHash('sha256').update(code).digest('hex').slice(0, 10)}.js`
  const links = (locale: Locale) =>
    items.map((id) => `<a href="${localizePath('/drama/detail', locale)}?id=${id}">${id}</a>`)
  const page = (locale: Locale) =>
    `<!doctype html><html lang="${locale}"><title>${text}</title><script src="${script}"></script><p>${text}</p>${links(locale).join('')}`
  const pages = [...ROUTES.map(({ path }) => path), ERROR_PAGE]
  const documents = SITE_LOCALES.flatMap((locale) => [
    ...pages.map((path) => [getDocument(localizePath(path, locale)), page(locale)] as const),
    ...items.map(
      (id) =>
        [
          `${localizePath('/drama/detail', locale)}/${id}.html`,
          `${page(locale)}<b>${id}</b>`,
        ] as const,
    ),
  ])
  return new Map([...documents, [script, code]])
}

/** The headers per page of a small site, as Astro writes them. */
export function headersOfSmallSite(
  files: Iterable<string>,
): Record<string, Record<string, string>> {
  const pages = [...files].filter((name) => name.endsWith('.html'))
  return Object.fromEntries(pages.map((name) => [name, POLICY]))
}

/** Writes a small site to the store, as a builder does. */
export async function storeSmallSite(site: SmallSite, store: Store): Promise<BuiltSite> {
  const files = new Map<string, StoredFile>()
  for (const [name, content] of writeSmallSite(site)) files.set(name, await store.put(content))
  const headers = new Map(Object.entries(headersOfSmallSite(files.keys())))
  return { files, headers, times: { fetchMs: 0, renderMs: 0, storeMs: 0 }, deferredFiles: 0 }
}

/** An in-process builder of the site that `read` returns. */
export function createSmallBuilder(store: Store, read: () => Promise<SmallSite>): Builder {
  return {
    async build({ signal }) {
      const site = await read()
      signal.throwIfAborted()
      return storeSmallSite(site, store)
    },
  }
}
