import { expect, test } from 'vitest'
import { makeCleanClone, runCommand } from '#tests/support/clean-clone.ts'

test('npm start serves the demo in both languages', async () => {
  const clone = await makeCleanClone()
  const start = runCommand(clone, ['npm', 'start'], { SITE_PORT: '0', ADMIN_API_PORT: '0' })
  const [, site = ''] = await start.waitForOutput(/Site\s+(http:\S+)/)

  for (const [path, lang] of [
    ['/', 'zh-cn'],
    ['/en', 'en'],
  ] as const) {
    const response = await fetch(site + path)
    expect(response.status).toBe(200)
    expect((await response.text()).toLowerCase()).toContain(`lang="${lang}"`)
  }
})
