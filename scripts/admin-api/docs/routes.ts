import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { createOpenApiDocument } from './openapi.ts'
import { renderDocsPage } from './page.ts'

const STYLESHEET = new URL('docs.css', import.meta.url)
// The page has one stylesheet of its own and no script.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

/** The contract for machines (`/openapi.json`) and for people (`/docs`). It never changes while running. */
export function createDocsRoutes(): Hono {
  const routes = new Hono()
  const made: { document?: string; page?: Promise<string> } = {}

  routes.get('/openapi.json', (context) => {
    made.document ??= JSON.stringify(createOpenApiDocument())
    return context.body(made.document, 200, { 'content-type': 'application/json' })
  })
  routes.get('/docs', async (context) => {
    made.page ??= Promise.resolve(renderDocsPage()).then(String)
    context.header('content-security-policy', POLICY)
    return context.html(await made.page)
  })
  routes.get('/docs.css', (context) =>
    context.body(readFileSync(STYLESHEET, 'utf8'), 200, {
      'content-type': 'text/css; charset=utf-8',
    }),
  )
  return routes
}
