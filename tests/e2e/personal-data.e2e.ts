import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { getDeletion } from '#api/personal-data.ts'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { formatDate } from '#i18n/format.ts'
import { getPrefix } from '#i18n/locales.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { logIn } from '#tests/support/log-in.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales } from './test-matrix.ts'

const CANCELLED_AT = '2027-05-05T20:00:00+08:00'

for (const locale of runInLocales('en')) {
  const t = getTexts(locale)

  test(
    `a member downloads their data and deletes the account (${locale})`,
    { tag: '@always' },
    async ({ page, expectAccessible }) => {
      const mobile = await logIn(page)
      await page.goto(`${getPrefix(locale)}/user/user`)
      const section = page.getByRole('region', { name: t('user:data') })

      await test.step('download a ZIP of all stored data', async () => {
        const downloadEvent = page.waitForEvent('download')
        await section.getByRole('button', { name: t('user:data_download') }).click()
        const download = await downloadEvent
        expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
        const files = unzipSync(new Uint8Array(await readFile(await download.path())))
        expect(strFromU8(files['data.json'] ?? new Uint8Array())).toContain(mobile)
      })

      await test.step('confirm the consequences, then delete', async () => {
        await section.getByRole('button', { name: t('user:deletion_start') }).click()
        const dialog = page.getByRole('dialog', { name: t('user:deletion_title') })
        await expect(dialog.getByText(t.part('user:deletion_login'))).toBeVisible()
        await expectAccessible()
        await dialog.getByRole('button', { name: t('user:deletion_keep') }).click()
        await expect(dialog).toBeHidden()
        await section.getByRole('button', { name: t('user:deletion_start') }).click()
        await dialog.getByRole('button', { name: t('user:deletion_confirm') }).click()
        const done = page.getByRole('dialog', { name: t('user:deletion_done') })
        await expect(done).toBeVisible()
        // A dialog that receives the focus is announced.
        await expect(done.locator(':focus')).toHaveCount(1)
        // Turning a tablet changes the columns of the page; a request would show the session as expired.
        const requests: string[] = []
        page.on('request', (request) => requests.push(request.url()))
        await page.setViewportSize({ width: 768, height: 1024 })
        // The button at the top, which closes every dialog, may have the same name.
        await done
          .getByRole('button', { name: t('user:deletion_leave') })
          .last()
          .click()
        await expect(page.getByText(t('member:over_logged_out'))).toBeVisible()
        expect(requests.filter((url) => url.includes('/api/account/'))).toEqual([])
      })
      expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)).toBeNull()
    },
  )

  test(`the top of the account says that a login cancelled its deletion (${locale})`, async ({
    page,
  }) => {
    await page.route('**/api/account/deletion', async (route) => {
      const response = await route.fetch()
      const { data, ...envelope } = v.parse(EnvelopeSchema, await response.json())
      const cancelled = { ...v.parse(getDeletion.data, data), cancelled_at: CANCELLED_AT }
      await route.fulfill({ response, json: { ...envelope, data: cancelled } })
    })
    await logIn(page)
    await page.goto(`${getPrefix(locale)}/user/user`)
    const notice = page.getByRole('main').getByRole('status').first()
    await expect(notice).toHaveText(
      t('user:deletion_cancelled', { date: formatDate(CANCELLED_AT, locale) }),
    )
    await expect(notice).toBeInViewport()
  })
}
