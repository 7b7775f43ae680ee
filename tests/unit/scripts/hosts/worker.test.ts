import { expect, onTestFinished, test } from 'vitest'
import { createWorker } from '#scripts/hosts/cloudflare/worker.ts'
import { serveRequests } from '#tests/support/serve-requests.ts'

test('the Cloudflare worker forwards calls with the address that the platform states', async () => {
  const api = await serveRequests(async (request) => {
    const { method, url, headers } = request
    const { pathname, search } = new URL(url)
    const body = await request.text()
    const described = { method, target: pathname + search, body }
    return Response.json({ ...described, headers: Object.fromEntries(headers) })
  })
  onTestFinished(api.close)
  const call = new Request('https://site.example/api/order/create?a=%2F', {
    method: 'POST',
    body: '{"a":1}',
    headers: {
      'cf-connecting-ip': '198.51.100.7',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'forged.example',
      forwarded: 'for=6.6.6.6',
    },
  })
  const worker = createWorker({ https: false, policies: [], files: {} })
  const ASSETS = { fetch: () => Promise.reject(new Error('not an asset')) }
  const response = await worker.fetch(call, { ASSETS, ADMIN_API_URL: `${api.url}/base/` })
  const { headers, ...described } = await response.json()
  expect(described).toEqual({
    method: 'POST',
    target: '/base/api/order/create?a=%2F',
    body: '{"a":1}',
  })
  expect(headers).toMatchObject({
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'site.example',
  })
  expect(headers).not.toHaveProperty('forwarded')
})
