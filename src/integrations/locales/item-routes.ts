import type { AstroIntegration } from 'astro'
import { SITE_LOCALES, prefixOf } from '#i18n/locales.ts'
import { ROUTES } from '#routes.ts'

const itemPaths = new Set<string>(
  ROUTES.filter((route) => ['required', 'optional'].includes(route.item)).flatMap((route) =>
    SITE_LOCALES.map((locale) => prefixOf(locale) + route.path),
  ),
)

/** Maps `/drama/detail?id=12` to `/drama/detail/12`, as `scripts/serve` does; null for other URLs. */
function findItemPath(url: URL): string | null {
  if (!itemPaths.has(url.pathname)) return null
  const id = url.searchParams.get('id')
  const page = url.searchParams.get('page')
  if (id === null && page === null) return null
  return [url.pathname, id, page === null || page === '1' ? null : `page-${page}`]
    .filter((part) => part !== null)
    .join('/')
}

/** Serves item pages by `?id=` during development. */
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
