// The entry of the server that Astro builds for the publisher: lists and renders the documents of the site.
import { createApp } from 'astro/app/entrypoint'
import { listPagePatterns } from '#integrations/locales/page-patterns.ts'

interface PageModule {
  getStaticPaths?: (options: { routePattern: string }) => StaticPaths | Promise<StaticPaths>
}

type StaticPaths = readonly { params: Readonly<Record<string, string>> }[]

const PAGES = '/src/pages/'
const modules = import.meta.glob<PageModule>('/src/pages/**/*.{astro,ts}')
// Without streaming, so that a rendering error fails the whole page.
const app = createApp({ streaming: false })

/** Lists the paths of all documents for the current content: `/en/drama/detail/12`. */
export async function listPaths(): Promise<string[]> {
  const lists = Object.entries(modules).flatMap(([file, load]) =>
    listPagePatterns(file.slice(PAGES.length)).map((pattern) => fillPattern(pattern, load)),
  )
  return (await Promise.all(lists)).flat()
}

async function fillPattern(pattern: string, load: () => Promise<PageModule>): Promise<string[]> {
  if (!pattern.includes('[')) return [pattern]
  const { getStaticPaths } = await load()
  if (!getStaticPaths) throw new Error(`${pattern} has no getStaticPaths`)
  const paths = await getStaticPaths({ routePattern: pattern })
  return paths.map(({ params }) =>
    pattern.replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? ''),
  )
}

/**
 * Renders a document.
 * @param address URL of the document
 * @throws the error of the page
 */
export async function render(address: URL): Promise<Response> {
  const failures: unknown[] = []
  const locals = { sections: [], onError: (error: unknown) => failures.push(error) }
  const response = await app.render(new Request(address), { locals })
  if (failures.length > 0) throw failures[0]
  return response
}
