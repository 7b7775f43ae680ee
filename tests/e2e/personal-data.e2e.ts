import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { prefixOf } from '#i18n/locales.ts'
import { logIn } from '#tests/support/log-in.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales } from './test-matrix.ts'

const WORDS = {
  'zh-cn': {
    section: '您的数据',
    download: '下载我的数据',
    start: '注销账户',
    title: '注销账户？',
    login: /14 天内重新登录/,
    keep: '保留账户',
    done: '已申请注销',
    leave: '知道了',
    out: '您已退出登录',
  },
  en: {
    section: 'Your data',
    download: 'Download my data',
    start: 'Delete my account',
    title: 'Delete your account?',
    login: /Log in within 14 days/,
    keep: 'Keep my account',
    done: 'Deletion requested',
    leave: 'Close',
    out: 'You are logged out',
  },
} as const

for (const locale of runInLocales('en')) {
  const words = WORDS[locale]

  test(
    `a member downloads their data and deletes the account (${locale})`,
    { tag: '@always' },
    async ({ page, expectAccessible }) => {
      const mobile = await logIn(page)
      await page.goto(`${prefixOf(locale)}/user/user`)
      const section = page.getByRole('region', { name: words.section })

      await test.step('download a ZIP of all stored data', async () => {
        const downloadEvent = page.waitForEvent('download')
        await section.getByRole('button', { name: words.download }).click()
        const download = await downloadEvent
        expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
        const files = unzipSync(new Uint8Array(await readFile(await download.path())))
        expect(strFromU8(files['data.json'] ?? new Uint8Array())).toContain(mobile)
      })

      await test.step('confirm the consequences, then delete', async () => {
        await section.getByRole('button', { name: words.start }).click()
        const dialog = page.getByRole('dialog', { name: words.title })
        await expect(dialog.getByText(words.login)).toBeVisible()
        await expectAccessible()
        await dialog.getByRole('button', { name: words.keep }).click()
        await expect(dialog).toBeHidden()
        await section.getByRole('button', { name: words.start }).click()
        await dialog.getByRole('button', { name: words.start }).click()
        const done = page.getByRole('dialog', { name: words.done })
        await expect(done).toBeVisible()
        // A dialog that receives the focus is announced.
        await expect(done.locator(':focus')).toHaveCount(1)
        // Turning a tablet changes the columns of the page; a request would show the session as expired.
        const requests: string[] = []
        page.on('request', (request) => requests.push(request.url()))
        await page.setViewportSize({ width: 768, height: 1024 })
        // The button at the top, which closes every dialog, may have the same name.
        await done.getByRole('button', { name: words.leave }).last().click()
        await expect(page.getByText(words.out)).toBeVisible()
        expect(requests.filter((url) => url.includes('/api/account/'))).toEqual([])
      })
      expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)).toBeNull()
    },
  )
}
