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

/** Renders a page that fails. @param locals as Astro passes them to the page */
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

test('a build leaves out the page of a faulty item and says why', async () => {
  expect(await renderFailing(new Error('page', { cause: FAULT }))).toBe(410)
  expect(lines).toEqual(['/en/course/detail/2 is left out: courses 2 (en): title: expected a text'])
})

test('a build fails at any other error', async () => {
  await expect(renderFailing(new Error('a mistake of ours'))).rejects.toThrow('a mistake of ours')
})

test('the publisher gets the error of a page', async () => {
  const errors: unknown[] = []
  await renderFailing(FAULT, { sections: [], onError: (error) => errors.push(error) })
  expect([errors, lines]).toEqual([[FAULT], []])
})

test('the development server shows the error', async () => {
  vi.stubEnv('DEV', true)
  await expect(renderFailing(FAULT)).rejects.toBe(FAULT)
})
