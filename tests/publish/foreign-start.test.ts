import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from '#scripts/lib/lock-data-dir.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'

test('refuses a data folder that another server uses, also with an external API', async () => {
  const dataDir = path.join(await makeFolder(), 'data')
  const lock = lockDataDir(dataDir)
  onTestFinished(() => lock.release())

  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.ts'], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, SITE_PORT: '0', ADMIN_API_URL: 'http://127.0.0.1:1' },
  })

  expect(status).toBe(1)
  expect(stderr).toContain(`${dataDir} is in use by process ${process.pid}`)
})
