import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { weighPage } from '#scripts/checks/weight/page-weight.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('does not count style sheets for browsers without scripts', () => {
  using folder = createTemporaryFolder()
  const link = (name: string) => `<link rel="stylesheet" href="/${name}.css">`
  writeFileSync(join(folder.path, 'layout.css'), 'p { color: red }')
  const html = `<head>${link('layout')}</head><body><noscript>${link('fonts')}</noscript></body>`
  writeFileSync(join(folder.path, 'index.html'), html)
  expect(weighPage(folder.path, 'index.html').css.map(({ file }) => file)).toEqual(['layout.css'])
})
