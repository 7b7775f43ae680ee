import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepPageHashes } from '#integrations/policy/page-policy.ts'

const hashText = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const SCRIPT = 'start()'
const STYLE = 'p{margin:0}'
const POLICY = [
  "default-src 'self'",
  `script-src 'self' ${hashText(SCRIPT)} ${hashText('other()')}`,
  `style-src 'self' ${hashText(STYLE)} ${hashText('')}`,
].join(';')

test("keeps only the hashes of the page's own scripts and styles", () => {
  const html = `<script>${SCRIPT}</script><style data-a="1">${STYLE}</style>`
  expect(keepPageHashes(POLICY, html)).toBe(
    `default-src 'self'; script-src 'self' ${hashText(SCRIPT)}; style-src 'self' ${hashText(STYLE)}`,
  )
})

test('adds no hash for a script that the policy lacks', () => {
  const html = '<script>alert(1)</script><script src="/a.js"></script>'
  expect(keepPageHashes(POLICY, html)).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self'",
  )
})

test('keeps the hash of a multi-line script with an attribute', () => {
  const code = 'one()\ntwo("</p>")'
  const policy = `script-src ${hashText(code)}`
  const html = `<p></p><script type="module">${code}</script>`
  expect(keepPageHashes(policy, html)).toBe(policy)
})
