import { expect, test } from 'vitest'
import { fillErrorPage, isNavigation } from '#scripts/serve/error-page.ts'

const PAGE = `<p class="code" data-error="status" data-astro>500</p>
<p data-error="message">Error</p><a href="" data-error="retry">Again</a>
<script>{"a":1,"error":{"status":500,"message":"Error"},"b":2}</script>`

test('writes status and message into an error page and its state', { tags: ['S2.59'] }, () => {
  expect(fillErrorPage(PAGE, { status: 503, message: 'Service Unavailable' })).toBe(
    PAGE.replaceAll('500', '503').replaceAll('Error', 'Service Unavailable'),
  )
})

test('escapes the message of an error page', () => {
  const message = `</script><img src=x onerror=alert(1)> & $& $1 "quoted"`
  const page = fillErrorPage(PAGE, { status: 500, message })
  expect(page).toContain(
    '<p data-error="message">&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &amp; $&amp; $1 "quoted"</p>',
  )
  expect(page.match(/<\/script>/g)).toHaveLength(1)
  const state: unknown = JSON.parse(/<script>(.*)<\/script>/.exec(page)?.[1] ?? '')
  expect(state).toMatchObject({ error: { status: 500, message } })
})

test.each([
  [{ accept: 'text/html,*/*;q=0.8' }, true],
  [{ accept: 'text/html', 'sec-fetch-mode': 'navigate' }, true],
  [{ accept: 'text/html', 'sec-fetch-mode': 'cors' }, false],
  [{ accept: '*/*' }, false],
  [{}, false],
])('treats a request with %o as a navigation: %s', (headers, expected) => {
  expect(isNavigation({ headers })).toBe(expected)
})
