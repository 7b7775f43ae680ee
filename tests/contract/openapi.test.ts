import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { describeEndpoint } from '#api/descriptions.ts'
import { endpoints } from '#api/index.ts'
import { createDocsRoutes } from '#scripts/admin-api/docs/routes.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'

// The rules of OpenAPI 3.1 for the parts that this document uses.
const Text = v.pipe(v.string(), v.minLength(1))
const Ref = v.strictObject({ $ref: v.pipe(v.string(), v.startsWith('#/components/')) })
const Schema = v.looseObject({})
const Content = v.strictObject({ 'application/json': v.strictObject({ schema: Schema }) })
const Headers = v.record(Text, v.strictObject({ description: Text, schema: Schema }))
const Parameter = v.strictObject({
  name: Text,
  in: v.picklist(['path', 'query', 'header']),
  required: v.boolean(),
  description: v.optional(Text),
  schema: Schema,
})
const Operation = v.looseObject({
  operationId: v.pipe(v.string(), v.regex(/^[a-z\d-]+$/)),
  tags: v.pipe(v.array(Text), v.length(1)),
  summary: Text,
  parameters: v.array(v.union([Ref, Parameter])),
  requestBody: v.optional(v.strictObject({ required: v.boolean(), content: Content })),
  responses: v.record(
    v.pipe(v.string(), v.regex(/^[2-5]\d\d$/)),
    v.union([Ref, v.strictObject({ description: Text, content: Content })]),
  ),
  security: v.array(v.record(v.picklist(['bearer', 'token']), v.array(v.string()))),
})
const Method = v.picklist(['get', 'post'])
const Document = v.looseObject({
  openapi: v.pipe(v.string(), v.regex(/^3\.1\.\d$/)),
  info: v.looseObject({ title: Text, version: Text }),
  tags: v.array(v.strictObject({ name: Text, description: Text })),
  paths: v.record(v.pipe(v.string(), v.startsWith('/')), v.record(Method, Operation)),
  components: v.strictObject({
    securitySchemes: v.record(v.string(), v.looseObject({ type: Text })),
    parameters: v.record(v.string(), Parameter),
    responses: v.record(
      v.string(),
      v.strictObject({ description: Text, headers: v.optional(Headers), content: Content }),
    ),
    schemas: v.record(v.pipe(v.string(), v.regex(/^[\w.-]+$/)), Schema),
  }),
})

const routes = new Hono().route('/', createDocsRoutes())
let text = ''
let document: v.InferOutput<typeof Document>
beforeAll(async () => {
  const response = await routes.request('/openapi.json')
  text = await response.text()
  document = v.parse(Document, JSON.parse(text))
})

const entries = Object.entries(endpoints)
const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
const getOperation = (key: string) => operations().find((found) => found.key === key)?.operation

describe('OpenAPI document', () => {
  test('contains every endpoint exactly once', () => {
    expect(
      operations()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(Object.keys(endpoints).toSorted())
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has no dangling references', () => {
    const { components } = document
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      expect(Reflect.get(components, kind), `${kind}/${name}`).toHaveProperty(name)
    }
    const tags = document.tags.map(({ name }) => name)
    for (const { operation } of operations()) expect(tags).toContain(operation.tags[0])
  })

  test('names shared schemas', () => {
    const names = Object.keys(document.components.schemas)
    for (const name of ['Image', 'Place', 'PerformanceCard', 'Fen', 'Time', 'Block', 'Order']) {
      expect(names).toContain(name)
    }
  })

  test.each(entries)('%s has its path parameters, codes and login requirement', (key, endpoint) => {
    const operation = getOperation(key)
    const variables = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = operation?.parameters.filter(
      (parameter) => 'in' in parameter && parameter.in === 'path',
    )
    expect(inPath).toMatchObject(variables.map((name) => ({ name, required: true })))
    const { summary, source, codes } = describeEndpoint(endpoint)
    expect(operation).toMatchObject({ summary, 'x-source': source })
    expect(operation?.security.length).toBe({ none: 0, optional: 3, required: 2 }[endpoint.login])
    expect('401' in (operation?.responses ?? {})).toBe(endpoint.login === 'required')
    for (const code of codes) {
      expect(JSON.stringify(operation?.responses['200'])).toContain(String(code))
    }
  })

  test('has the query parameters of a call, and a response for an item that does not exist', () => {
    const detail = getOperation('GET /api/perform/detail')
    expect(detail?.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'query', required: true }),
    )
    expect(detail?.responses).toHaveProperty('404')
    expect(getOperation('POST /api/order/create')?.responses).toHaveProperty('404')
    expect(getOperation('POST /api/order/cancel')?.responses).toHaveProperty('404')
    expect(getOperation('GET /api/index/init')?.responses).not.toHaveProperty('404')
    expect(getOperation('POST /api/order/list')?.responses).not.toHaveProperty('404')
  })

  test('has request bodies for POST only', () => {
    for (const { key, operation } of operations()) {
      if (key.startsWith('GET')) expect(operation.requestBody, key).toBeUndefined()
    }
    expect(getOperation('POST /api/order/create')?.requestBody?.required).toBe(true)
    expect(getOperation('POST /api/order/create')?.parameters).toContainEqual({
      $ref: '#/components/parameters/idempotency-key',
    })
  })
})

describe('API reference page', () => {
  test('loads only its own files, under its own CSP', async () => {
    const api = await openAdminApi()
    const response = await api.app.request('/docs')
    const page = await response.text()
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(page).not.toMatch(/style="|<style|<script>|(?:src|href)="https?:/)
    for (const [file, type] of [
      ['/docs.css', 'text/css'],
      ['/docs.js', 'text/javascript'],
    ] as const) {
      expect(page).toContain(`"${file}"`)
      const asset = await api.app.request(file)
      expect([asset.status, asset.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining(type),
      ])
    }
    const css = await (await api.app.request('/docs.css')).text()
    expect(css).not.toMatch(/url\(["']?https?:|@import/)
    expect((await api.app.request('/openapi.json')).status).toBe(200)
    await api.close()
  })

  test.each([
    [{ NODE_ENV: 'production' }, 404],
    [{ NODE_ENV: 'production', API_DOCS: 'on' }, 200],
    [{ API_DOCS: 'off' }, 404],
    [{}, 200],
  ])('with the settings %j responds with %i', async (settings, status) => {
    const api = await openAdminApi({ settings })
    for (const path of ['/docs', '/docs.js', '/docs.css', '/openapi.json']) {
      expect([path, (await api.app.request(path)).status]).toEqual([path, status])
    }
    await api.close()
  })
})
