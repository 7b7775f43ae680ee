import type { APIContext, MiddlewareHandler } from 'astro'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ContentFaultError } from '#content/query-cache/content-fault.ts'

vi.mock('astro:middleware', () => ({ sequence: (first: MiddlewareHandler) => first }))
const { onRequest } = await import('../../../src/middleware.ts')

const FAULT = new ContentFaultError({
  subject: 'courses 2',
  kind: 'courses',
  locale: 'en',
  field: 'title',
  reason: 'expected a text',
  effect: 'left-out',
})

/** Renders a page that fails. @param locals as passed to the page by Astro */
async function renderFailing(error: Error, locals: Partial<App.Locals> = {}) {
  const url = new URL('https://example.org/en/course/detail/2')
  const response = await onRequest({ url, locals } as APIContext, async () => {
    throw error
  })
  return response instanceof Response ? response.status : undefined
}

const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  vi.stubEnv('DEV', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line).trim())
    return true
  })
  onTestFinished(() => write.mockRestore())
})

test('omits the page of a faulty item from a build and logs the reason', async () => {
  expect(await renderFailing(new Error('page', { cause: FAULT }))).toBe(410)
  expect(lines).toEqual(['/en/course/detail/2 is left out: courses 2 (en): title: expected a text'])
})

test('fails the build on any other error', async () => {
  await expect(renderFailing(new Error('a mistake of ours'))).rejects.toThrow('a mistake of ours')
})

test('passes the error of a page to the publisher', async () => {
  const errors: unknown[] = []
  await renderFailing(FAULT, { sections: [], onError: (error) => errors.push(error) })
  expect([errors, lines]).toEqual([[FAULT], []])
})

test('shows the error on the development server', async () => {
  vi.stubEnv('DEV', true)
  await expect(renderFailing(FAULT)).rejects.toBe(FAULT)
})
