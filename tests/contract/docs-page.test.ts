import { serve } from '@hono/node-server'
import { chromium } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import { findBrowsers } from '#tests/support/find-browser.ts'
import { launchWith } from '#tests/support/launch-browser.ts'

test('the API reference page lists every call without violating its CSP', async () => {
  const api = await openAdminApi()
  const server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' })
  const { full: executablePath } = findBrowsers()
  const browser = await chromium.launch({
    ...launchWith(),
    ...(executablePath && { executablePath }),
  })
  onTestFinished(async () => {
    await browser.close()
    server.close()
    await api.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', ({ message }) => void problems.push(message))
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol !== 'data:' && host !== `127.0.0.1:${port}`) problems.push(request.url())
  })

  await page.goto(`http://127.0.0.1:${port}/docs`)
  const calls = page.locator('.opblock')
  await calls.nth(Object.keys(endpoints).length - 1).waitFor()
  expect(await calls.count()).toBe(Object.keys(endpoints).length)
  await page.getByText('/api/order/create').click()
  await page.getByText('x-business-codes').first().waitFor()
  expect(problems).toEqual([])
})
