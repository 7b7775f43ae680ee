import { pathToFileURL } from 'node:url'
import type { PathWithRoute } from 'astro'
import { StaticPaths, type StaticPathsApp } from 'astro/runtime/prerender/static-paths.js'
import type { Bundle } from './bundle-messages.ts'

/** The site as Astro bundled it, ready to render pages. */
export interface SiteApp {
  /** All pages that there are, by the answers of now. */
  listPages(): Promise<readonly PathWithRoute[]>
  /** Forgets which items a route has. */
  forgetPages(): void
  render(request: Request, target: PathWithRoute): Promise<Response>
}

/** What Astro's own build gives this app; only this much of it is used to render. */
interface BuildApp extends StaticPathsApp {
  routeCache: NonNullable<StaticPathsApp['routeCache']>
  setInternals(internals: {
    pagesByKeys: Bundle['pages']
    entrySpecifierToBundleMap: ReadonlyMap<string, string>
  }): void
  setOptions(options: {
    settings: { scripts: readonly never[] }
    logger: { options: { destination: { write(event: LogEvent): void } } }
  }): void
  render(request: Request, options: { routeData: PathWithRoute['route'] }): Promise<Response>
}

interface LogEvent {
  level: string
  label: string | null
  message: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isBuildApp = (app: unknown): app is BuildApp =>
  isObject(app) &&
  [app['render'], app['setInternals'], app['setOptions']].every(
    (part) => typeof part === 'function',
  ) &&
  isObject(app['routeCache']) &&
  typeof app['routeCache']['clearAll'] === 'function'

const destination = {
  write({ level, label, message }: LogEvent): void {
    if (level === 'warn' || level === 'error') console.warn(`[${label ?? 'render'}] ${message}`)
  },
}

/** @throws when the bundle is none of the version of Astro that this was written for */
export async function openBundle({ entry, pages }: Bundle): Promise<SiteApp> {
  const module: unknown = await import(pathToFileURL(entry).href)
  const app = isObject(module) ? module['app'] : undefined
  if (!isBuildApp(app)) throw new Error('this version of Astro renders its pages otherwise')
  // No script is injected into pages (`injectScript`): there are none to name here.
  app.setInternals({ pagesByKeys: pages, entrySpecifierToBundleMap: new Map() })
  app.setOptions({ settings: { scripts: [] }, logger: { options: { destination } } })
  return {
    listPages: () => new StaticPaths(app).getAll(),
    forgetPages: () => app.routeCache.clearAll(),
    render: (request, { route }) => app.render(request, { routeData: route }),
  }
}
