import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeSmallSite } from '#tests/publish/small-site.ts'

const NOTE = 'note: ADMIN_API_URL is not set: /api is not proxied.'

test.each([
  ['nginx', '', true],
  ['netlify', '', true],
  ['nginx', 'https://admin.example.org', false],
  // The worker reads the variable of the project at Cloudflare.
  ['cloudflare', '', false],
])('%s with ADMIN_API_URL "%s" notes that /api is not proxied: %s', (host, url, isNoted) => {
  const parent = mkdtempSync(path.join(tmpdir(), 'hosts-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = path.join(parent, 'dist')
  for (const [name, text] of writeSmallSite({ text: 'Teahouse', items: [] })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const program = path.resolve('scripts/hosts/write-settings.ts')
  const { status, stderr } = spawnSync(process.execPath, [program, host, folder], {
    env: { ...process.env, ADMIN_API_URL: url },
    encoding: 'utf8',
  })
  expect([status, stderr.includes(NOTE)]).toEqual([0, isNoted])
})
