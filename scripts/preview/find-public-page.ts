import { localeOfPath, localizePath, stripLocale } from '#i18n/paths.ts'
import type { ItemSite } from '../serve/item-query.ts'
import { splitTarget } from '../serve/parse-target.ts'
import { resolveLink } from '../serve/resolve.ts'

/**
 * Finds the public page that corresponds to a page of a preview: the same page, or else the nearest one
 * in the same language: its list (`/en/news/detail`), the section home (`/en/drama/home`), the home page.
 * @param address path and query of the page in the preview
 * @returns path and query
 */
export function findPublicPage(address: string, site: ItemSite): string {
  const { path } = splitTarget(address)
  const locale = localeOfPath(path)
  const [, section = ''] = stripLocale(path).split('/')
  const candidates = [
    address,
    path,
    localizePath(`/${section}/home`, locale),
    localizePath('/', locale),
  ]
  const isPublic = (candidate: string) => {
    const { kind } = resolveLink('GET', splitTarget(candidate), site)
    return kind === 'file' || kind === 'redirect'
  }
  return candidates.find(isPublic) ?? '/'
}
