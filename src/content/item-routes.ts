import type { AstroIntegration } from 'astro'
import { LOCALES, LOCALE_TRAITS } from '#i18n/locales.ts'
import { ROUTES } from '#routes.ts'

const itemPaths = new Set<string>(
  ROUTES.filter((route) => route.item !== 'none').flatMap((route) =>
    LOCALES.map((locale) => LOCALE_TRAITS[locale].prefix + route.path),
  ),
)

/** `/drama/detail?id=12` shows the document of `/drama/detail/12`, as the static server does. */
function findItemPath(url: URL): string | null {
  if (!itemPaths.has(url.pathname)) return null
  const id = url.searchParams.get('id')
  const page = url.searchParams.get('page')
  if (id === null && page === null) return null
  return [url.pathname, id, page === null || page === '1' ? null : `page-${page}`]
    .filter((part) => part !== null)
    .join('/')
}

/** The id rule of `routes.md` while developing. */
export function itemRoutes(): AstroIntegration {
  return {
    name: 'item-routes',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, _response, next) => {
          const path = findItemPath(new URL(request.url ?? '/', 'http://localhost'))
          if (path !== null) request.url = path
          next()
        })
      },
    },
  }
}
