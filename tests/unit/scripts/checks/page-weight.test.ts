import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { weighPage } from '#scripts/checks/weight/page-weight.ts'

test('does not count style sheets for browsers without scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-weight-'))
  const link = (name: string) => `<link rel="stylesheet" href="/${name}.css">`
  writeFileSync(join(folder, 'layout.css'), 'p { color: red }')
  const html = `<head>${link('layout')}</head><body><noscript>${link('fonts')}</noscript></body>`
  writeFileSync(join(folder, 'index.html'), html)
  expect(weighPage(folder, 'index.html').css.map(({ file }) => file)).toEqual(['layout.css'])
})
