import type { Locator, Page } from 'playwright/test'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { blockRequests } from '#tests/support/block-requests.ts'
import { createCaller, payInSandbox, setEmail } from '#tests/support/box-office.ts'
import { findSendButton } from '#tests/support/find-send-button.ts'
import { drawMobile, logIn, readCode } from '#tests/support/log-in.ts'
import { holdResponse } from '#tests/support/hold-response.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { restorePage } from '#tests/support/restore-page.ts'
import { expect, test, testOffline } from './fixtures.ts'
import { getPath, PHONE } from './paths.ts'
import { runInLocales, RUNS_ALL, type TestLocale } from './test-matrix.ts'

/** The rows of a profile. */
const ROWS = [
  'user:nickname',
  'user:user_id',
  'user:gender',
  'user:birthday',
  'user:mobile',
  'user:email',
  'user:accounts',
] as const

/** 28 February 1998. */
const BIRTHDAYS = { 'zh-cn': '1998.02.28', en: '28 February 1998' } as const

/** A sent code, of which another may be requested at once; and one that was refused. */
const SENT = {
  status: 'code_sent',
  resend_at: '2027-05-05T12:00:00+08:00',
  expires_at: '2027-05-05T12:05:00+08:00',
  server_time: '2027-05-05T12:00:00+08:00',
  outbox: null,
}
const WRONG = { attempts_left: 4, field: 'code' }

const WIDE = { width: 1440, height: 900 }
const getRow = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByRole('term').getByText(label, { exact: true }) })

async function openPage(page: Page, locale: TestLocale): Promise<void> {
  await page.goto(getPath('/user/user', locale))
  await expect(getRow(page, getTexts(locale)('user:user_id'))).toBeVisible()
}

/** Begins to add an e-mail address. @returns its row and fields */
async function openEmail(page: Page, locale: TestLocale) {
  const t = getTexts(locale)
  await page.getByRole('button', { name: t('user:add_of', { label: t('user:email') }) }).click()
  const row = getRow(page, t('user:email'))
  const address = row.getByRole('textbox', { name: t('code:email') })
  const code = row.getByRole('textbox', { name: t('code:label') })
  return { row, address, code }
}

/** A PNG with a red and a blue half, drawn on a canvas in the page. */
async function drawImage(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 600
    const context = canvas.getContext('2d')
    if (!context) return ''
    context.fillStyle = '#a92b1b'
    context.fillRect(0, 0, 450, 600)
    context.fillStyle = '#1b4ba9'
    context.fillRect(450, 0, 450, 600)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

const findAvatar = (page: Page, locale: TestLocale) =>
  page.getByRole('img', { name: getTexts(locale).whole('user:avatar_of') })

/** Chooses a picture as the new avatar, and returns the dialog that crops it. */
async function chooseAvatar(page: Page, locale: TestLocale): Promise<Locator> {
  const buffer = await drawImage(page)
  await page
    .getByLabel(getTexts(locale)('user:avatar_change'))
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  return page.getByRole('dialog')
}

for (const locale of runInLocales('zh-cn')) {
  const t = getTexts(locale)

  test.describe(`the profile in ${locale}`, () => {
    test.use({ viewport: WIDE, permissions: ['clipboard-read', 'clipboard-write'] })

    test(
      'shows every field and saves changes',
      { tag: ['@S1.13', '@S2.43', '@S3.24', '@S3.25', '@S3.26', '@S5.17', '@S7.16', '@S7.17'] },
      async ({ page, expectAccessible }) => {
        await logIn(page)
        await openPage(page, locale)
        for (const key of ROWS) await expect(getRow(page, t(key))).toBeVisible()
        await expect(getRow(page, t('user:mobile'))).toContainText('****')
        await expectAccessible()

        await page
          .getByRole('button', { name: t('user:edit_of', { label: t('user:nickname') }) })
          .click()
        await page.getByRole('textbox', { name: t('user:nickname') }).fill('林小满')
        await expectAccessible()
        await page.keyboard.press('Enter')
        await expect(page.getByText(t('forms:save_done')).first()).toBeVisible()
        await expect(getRow(page, t('user:nickname'))).toContainText('林小满')

        await page
          .getByRole('button', { name: t('user:add_of', { label: t('user:gender') }) })
          .click()
        await page.getByRole('radio', { name: t('user:female') }).check()
        await page.getByRole('button', { name: t('user:save'), exact: true }).click()
        await expect(getRow(page, t('user:gender'))).toContainText(t('user:female'))

        await page
          .getByRole('button', { name: t('user:add_of', { label: t('user:birthday') }) })
          .click()
        const selects = getRow(page, t('user:birthday')).getByRole('combobox')
        await selects.nth(0).selectOption('1998')
        await selects.nth(1).selectOption('02')
        await selects.nth(2).selectOption('28')
        await expectAccessible()
        await page.getByRole('button', { name: t('user:save'), exact: true }).click()
        await expect(getRow(page, t('user:birthday'))).toContainText(BIRTHDAYS[locale])

        await page
          .getByRole('button', { name: t('user:add_of', { label: t('user:city') }) })
          .click()
        const city = getRow(page, t('user:city')).getByRole('combobox')
        await city.selectOption({ index: 1 })
        const name = await city.locator('option:checked').textContent()
        await page.getByRole('button', { name: t('user:save'), exact: true }).click()
        await expect(getRow(page, t('user:city'))).toContainText(name ?? '')

        await page.reload()
        await expect(getRow(page, t('user:nickname'))).toContainText('林小满')
        await expect(getRow(page, t('user:gender'))).toContainText(t('user:female'))
        await expect(getRow(page, t('user:birthday'))).toContainText(BIRTHDAYS[locale])
        await expect(getRow(page, t('user:city'))).toContainText(name ?? '')
      },
    )

    test('Escape cancels the composition of Chinese text, not the editing', async ({ page }) => {
      await logIn(page)
      await openPage(page, locale)
      const row = getRow(page, t('user:nickname'))
      await row.getByRole('button').click()
      const input = row.getByRole('textbox')
      await expect(input).toBeFocused()
      const press = (isComposing: boolean) =>
        input.dispatchEvent('keydown', { key: 'Escape', isComposing, bubbles: true })
      await press(true)
      await expect(input).toBeVisible()
      await press(false)
      await expect(input).toBeHidden()
    })

    test(
      'copies the user id; the toast hides after three seconds, stays on hover, closes on click',
      { tag: ['@S5.18', '@S8.18', '@S8.19', '@S8.20', '@S8.21'] },
      async ({ page }) => {
        await logIn(page)
        await openPage(page, locale)
        // Its name is "Copied" for some seconds.
        const copy = getRow(page, t('user:user_id')).getByRole('button')
        const toast = page.getByRole('alert').filter({ hasText: t('forms:copy_done') })
        for (const reducedMotion of ['no-preference', 'reduce'] as const) {
          await test.step(`motion: ${reducedMotion}`, async () => {
            await page.emulateMedia({ reducedMotion })
            await copy.click()
            await expect(toast).toBeVisible()
            const shownAt = Date.now()
            const place = await toast.boundingBox()
            expect(place?.y).toBeLessThan(120)
            expect((place?.x ?? 0) + (place?.width ?? 0)).toBeGreaterThan(1200)
            await expect(toast).toBeHidden()
            const shownMs = Date.now() - shownAt
            expect(shownMs).toBeGreaterThan(2000)
            // Twice the time, for a busy machine.
            expect(shownMs).toBeLessThan(6000)
          })
        }
        await copy.click()
        await toast.hover()
        await page.waitForTimeout(3500)
        await expect(toast).toBeVisible()
        await toast.click()
        await expect(toast).toBeHidden({ timeout: 1500 })
        const copied = await page.evaluate(() => navigator.clipboard.readText())
        await expect(
          getRow(page, t('user:user_id')).getByText(copied, { exact: true }),
        ).toBeVisible()
      },
    )

    test(
      'crops an avatar to a square, shows it and removes it',
      { tag: ['@S7.21'] },
      async ({ page, expectAccessible }) => {
        await logIn(page)
        await openPage(page, locale)
        const dialog = await chooseAvatar(page, locale)
        await expect(dialog.locator('img')).toBeVisible()
        await dialog.getByRole('slider').fill('2')
        await expectAccessible()
        await dialog.getByRole('button', { name: t('user:avatar_save') }).click()
        await expect(dialog).toBeHidden()
        const picture = findAvatar(page, locale)
        await expect(picture).toBeVisible()
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0)
        const size = await picture.evaluate((image: HTMLImageElement) => [
          image.naturalWidth,
          image.naturalHeight,
        ])
        expect(size[0]).toBe(size[1])
        await page.getByRole('button', { name: t('user:avatar_remove') }).click()
        await expect(picture).toBeHidden()
        await expect(page.getByLabel(t('user:avatar_change'))).toBeFocused()
      },
    )

    test('saves no avatar when the dialog is cancelled during the upload', async ({ page }) => {
      await logIn(page)
      await openPage(page, locale)
      const dialog = await chooseAvatar(page, locale)
      const held = await blockRequests(page, '**/api/upload/complete')
      const checked = page.waitForRequest('**/api/upload/complete')
      await dialog.getByRole('button', { name: t('user:avatar_save') }).click()
      await checked
      const discarded = page.waitForRequest('**/api/upload/discard')
      await dialog.getByRole('button', { name: t('user:cancel') }).click()
      await discarded
      const completed = page.waitForResponse('**/api/upload/complete')
      held.release()
      await completed
      await openPage(page, locale)
      await expect(findAvatar(page, locale)).toHaveCount(0)
    })

    test(
      'shows the empty states of membership, balance and applications',
      { tag: ['@S1.14', '@S2.56', '@S7.18'] },
      async ({ page }) => {
        await logIn(page)
        await openPage(page, locale)
        await expect(page.getByRole('heading', { name: t('user:card_none') })).toBeVisible()
        await expect(page.getByText(t('user:balance'), { exact: true })).toBeVisible()
        await expect(page.getByRole('heading', { name: t('user:applications') })).toBeVisible()
        await expect(page.getByText(t('user:applications_none'))).toBeVisible()
      },
    )

    for (const [url, loaded] of [
      ['**/api/account/member', t('user:card_none')],
      ['**/api/order/list', t('user:no_visit')],
    ] as const) {
      test(`shows that ${url} failed and retries it on request, while the other sections stay`, async ({
        page,
      }) => {
        await logIn(page)
        // Unlike an unreachable API, this failure is not retried automatically.
        await page.route(url, (route) =>
          route.fulfill({ json: { code: 0, msg: '', time: 0, data: null } }),
        )
        await openPage(page, locale)
        const retry = page.getByRole('button', { name: t('common:try_again') })
        const notice = page.getByRole('alert').filter({ has: retry })
        await expect(notice).toContainText(t('errors:server_error'))
        await page.unroute(url)
        const { fetched, release } = await holdResponse(page, url)
        await retry.click()
        await fetched
        await expect(notice).toHaveCount(0)
        await expect(page.getByRole('button', { name: t('user:log_out_here') })).toBeVisible()
        release()
        await expect(page.getByText(loaded)).toBeVisible()
      })
    }

    test(
      'logging out in one tab logs out the other',
      { tag: ['@S4.08'] },
      async ({ page, context, expectAccessible }) => {
        await logIn(page)
        await openPage(page, locale)
        const other = await context.newPage()
        await openPage(other, locale)
        await page.getByRole('button', { name: t('user:log_out_here') }).click()
        await expect(page.getByRole('dialog').getByRole('checkbox')).not.toBeChecked()
        await expectAccessible()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('user:log_out_yes'), exact: true })
          .click()
        for (const tab of [page, other]) {
          await expect(
            tab.getByRole('heading', { name: t('member:over_logged_out') }),
          ).toBeVisible()
          await expect(
            tab.getByRole('banner').getByRole('link', { name: t('nav:log_in') }),
          ).toBeVisible()
          const token = await tab.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)
          expect(token).toBeNull()
        }
        await expectAccessible()
        await page.reload()
        await page.waitForURL(/\/login\?return=/)
      },
    )
  })

  testOffline.describe(`logging out in ${locale}`, () => {
    testOffline('reports that the drafts cannot be deleted offline', async ({ page, context }) => {
      await logIn(page)
      await openPage(page, locale)
      await page.getByRole('button', { name: t('user:log_out_here') }).click()
      const dialog = page.getByRole('dialog')
      const logOut = dialog.getByRole('button', { name: t('user:log_out_yes'), exact: true })
      await context.setOffline(true)
      await dialog.getByRole('checkbox').check()
      await logOut.click()
      await expect(dialog.getByText(t('errors:network'))).toBeVisible()
      await context.setOffline(false)
      await logOut.click()
      await expect(page.getByRole('heading', { name: t('member:over_logged_out') })).toBeVisible()
    })
  })

  test.describe(`the profile in ${locale} on a phone`, () => {
    test.use({ viewport: PHONE })

    test(
      'edits gender, birthday and city on separate screens',
      { tag: ['@S2.44', '@S2.45', '@S2.46'] },
      async ({ page, expectAccessible }) => {
        await logIn(page)
        await openPage(page, locale)
        const save = page.getByRole('button', { name: t('user:save'), exact: true })
        /** The account opens at the edited row. */
        const expectReturn = async (field: 'gender' | 'birthday' | 'city') => {
          const name = t('user:edit_of', { label: t(`user:${field}`) })
          const link = page.getByRole('link', { name })
          await expect(link).toBeFocused()
          await expect(link).toBeInViewport()
        }

        await page
          .getByRole('link', { name: t('user:add_of', { label: t('user:gender') }) })
          .click()
        await page.waitForURL(`**${getPath('/user/SexSelect', locale)}`)
        await page.getByRole('radio', { name: t('user:female') }).check()
        await expectAccessible()
        await save.click()
        await expectReturn('gender')
        await expect(getRow(page, t('user:gender'))).toContainText(t('user:female'))

        await page
          .getByRole('link', { name: t('user:add_of', { label: t('user:birthday') }) })
          .click()
        await page.waitForURL(`**${getPath('/user/DateSelect', locale)}`)
        const selects = page.getByRole('main').getByRole('combobox')
        await selects.nth(0).selectOption('1998')
        await selects.nth(1).selectOption('02')
        await selects.nth(2).selectOption('28')
        await expectAccessible()
        await save.click()
        await expectReturn('birthday')
        await expect(getRow(page, t('user:birthday'))).toContainText(BIRTHDAYS[locale])

        await page.getByRole('link', { name: t('user:add_of', { label: t('user:city') }) }).click()
        await page.waitForURL(`**${getPath('/user/Dropdown', locale)}`)
        await page.getByRole('main').getByRole('combobox').selectOption({ index: 2 })
        await expectAccessible()
        await save.click()
        await expectReturn('city')
      },
    )
  })

  test(`a dialog stays open when text is selected beyond its edge in ${locale}`, async ({
    page,
  }) => {
    await logIn(page)
    await openPage(page, locale)
    await page.getByRole('button', { name: t('user:edit_of', { label: t('user:mobile') }) }).click()
    const dialog = page.getByRole('dialog', { name: t('user:mobile_change') })
    const field = dialog.getByRole('textbox', { name: t('user:mobile_new'), exact: false }).first()
    await field.fill('13800138000')
    const box = await field.boundingBox()
    if (!box) throw new Error('the field has no box')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(2, box.y, { steps: 4 })
    await page.mouse.up()
    await expect(field).toHaveValue('13800138000')
    await expect(dialog).toBeVisible()
    await page.mouse.click(2, box.y)
    await expect(dialog).toBeHidden()
  })

  test(`a field can be cleared in ${locale}`, async ({ page }) => {
    await logIn(page)
    await createCaller(page)('POST /api/account/profile', { gender: 'female' })
    await openPage(page, locale)
    const label = t('user:gender')
    await page.getByRole('button', { name: t('user:edit_of', { label }) }).click()
    await page.getByRole('button', { name: t('user:clear'), exact: true }).click()
    await expect(page.getByRole('button', { name: t('user:add_of', { label }) })).toBeVisible()
    await expect(getRow(page, label)).not.toContainText(t('user:female'))
  })

  test(`a file that is no picture is refused as an avatar in ${locale}`, async ({ page }) => {
    await logIn(page)
    await openPage(page, locale)
    await page
      .getByLabel(t('user:avatar_change'))
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('none') })
    await expect(page.getByText(t('user:avatar_unreadable'))).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test(`a call that requires a verified phone is repeated after a code in ${locale}`, async ({
    page,
  }) => {
    await logIn(page)
    const respond = (path: string, code: number, data: object | null) =>
      page.route(
        `**${path}`,
        (route) => route.fulfill({ json: { code, msg: '', time: 0, data } }),
        {
          times: 1,
        },
      )
    await respond('/api/account/export', 500_207, null)
    await respond('/api/sms/send', 200, SENT)
    await respond('/api/account/confirm', 200, { confirmed_until: SENT.expires_at })
    await openPage(page, locale)
    const section = page.getByRole('region', { name: t('user:data') })
    await section.getByRole('button', { name: t('user:data_download') }).click()
    const dialog = page.getByRole('dialog', { name: t('code:identity_title') })
    await findSendButton(dialog, locale).click()
    const code = dialog.getByRole('textbox', { name: t('code:label') })
    await expect(code).toBeFocused()
    const download = page.waitForEvent('download')
    await code.fill('123456')
    await download
    await expect(dialog).toBeHidden()
  })

  test(`the links to apply again name their course in ${locale}`, async ({ page }) => {
    const at = '2027-05-05T12:00:00+08:00'
    const applications = ['Voice', 'Clown'].map((name, index) => ({
      id: index + 1,
      kind: 'course',
      status: 'declined',
      submitted_at: at,
      subject: { id: index + 1, name },
      events: [{ status: 'declined', at }],
      files: [],
      files_deleted_at: at,
      reopened_at: at,
    }))
    await logIn(page)
    await page.route('**/api/account/applications', async (route) => {
      const data = { applications, server_time: at }
      await route.fulfill({ json: { code: 200, msg: '', time: 0, data } })
    })
    await openPage(page, locale)
    for (const { subject } of applications) {
      const name = t('user:apply_again_of', { name: subject.name })
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    }
  })

  test(`the attempts left are those of the latest code for the typed address in ${locale}`, async ({
    page,
  }) => {
    await logIn(page)
    await openPage(page, locale)
    const { row, address, code } = await openEmail(page, locale)
    const left = row.getByText(t.part('code:wrong'))
    const send = findSendButton(row, locale)
    await page.route('**/api/account/completeEmail', async (route) => {
      const { step } = route.request().postDataJSON()
      const json = step === 'send' ? { code: 200, data: SENT } : { code: 500_202, data: WRONG }
      await route.fulfill({ json: { ...json, msg: '', time: 0 } })
    })
    const enterWrongCode = async () => {
      await expect(code).toBeFocused()
      await code.fill('111111')
      await expect(left).toBeVisible()
    }
    await address.fill('lin@example.org')
    await send.click()
    await enterWrongCode()
    await send.click()
    await expect(left).toBeHidden()
    await enterWrongCode()
    await address.fill('lin@example.com')
    await expect(left).toBeHidden()
    await expect(code).toHaveAttribute('aria-invalid', 'false')
  })

  test(`the e-mail address of another account is refused beside the field in ${locale}`, async ({
    page,
  }) => {
    const email = `taken-${drawMobile().slice(1)}@example.org`
    await setEmail(await logIn(page), email)
    await logIn(page)
    await openPage(page, locale)
    const { row, address, code } = await openEmail(page, locale)
    await address.fill(email)
    await findSendButton(row, locale).click()
    await expect(code).toBeFocused()
    await code.fill(await readCode(page.request, email))
    await expect(address).toBeFocused()
    await expect(address).toHaveAccessibleDescription(t('errors:email_taken'))
    await expect(address).toHaveValue(email)
    await page.reload()
    await expect(
      page.getByRole('button', { name: t('user:add_of', { label: t('user:email') }) }),
    ).toBeVisible()
  })

  test(`earlier messages are listed on request, each once, in ${locale}`, async ({ page }) => {
    await logIn(page)
    const call = createCaller(page)
    const topUp = async () => {
      const order = await call('POST /api/order/create', { type: 'recharge', amount_fen: 10_000 })
      await payInSandbox(page, call, order.order_no)
    }
    const countMessages = async () =>
      (await call('POST /api/account/messages', { page: 1, size: 1 })).total
    // One more than the page lists at first.
    for (let count = 0; count < 6; count += 1) await topUp()
    await expect.poll(countMessages).toBe(6)
    await openPage(page, locale)
    const section = page.getByRole('region', { name: t('user:messages'), exact: true })
    const links = section.getByRole('listitem').getByRole('link')
    await expect(links).toHaveCount(5)
    // Another message shifts the pages.
    await topUp()
    await expect.poll(countMessages).toBe(7)
    const earlier = section.getByRole('button', { name: t('user:messages_earlier') })
    await earlier.click()
    await expect(earlier).toHaveCount(0)
    await expect(links).toHaveCount(6)
    const addresses = await links.evaluateAll((found) =>
      found.map((link) => link.getAttribute('href')),
    )
    expect(new Set(addresses).size).toBe(6)
  })

  test(`a restored page does not request again what the API does not offer in ${locale}`, async ({
    page,
  }) => {
    await logIn(page)
    let calls = 0
    await page.route('**/api/account/deletion', async (route) => {
      calls += 1
      await route.fulfill({ status: 404, json: { code: 404, msg: '', time: 0, data: null } })
    })
    await openPage(page, locale)
    const refreshed = page.waitForResponse('**/api/account/sessions')
    await restorePage(page)
    // All sections request their data in the event of the restoration.
    await refreshed
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    expect(calls).toBe(1)
  })

  testOffline(`a dialog opens once the network is back in ${locale}`, async ({ page, context }) => {
    await logIn(page)
    await openPage(page, locale)
    await context.setOffline(true)
    // If the failure is reported while the browser is online, the page reloads.
    const failed = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('vite:preloadError', () => resolve(), { once: true })
        }),
    )
    await page.getByRole('button', { name: t('user:deletion_start') }).click()
    await failed
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('dialog', { name: t('user:deletion_title') })).toBeVisible()
    await expect(getRow(page, t('user:user_id'))).toBeVisible()
  })

  testOffline(`logging out works without a network in ${locale}`, async ({ page, context }) => {
    await logIn(page)
    await openPage(page, locale)
    const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)
    await page.getByRole('button', { name: t('user:log_out_everywhere') }).click()
    await context.setOffline(true)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('user:log_out_yes'), exact: true })
      .click()
    await expect(page.getByRole('heading', { name: t('member:over_logged_out') })).toBeVisible()
    const logoutRequest = page.waitForRequest('**/api/user/logout')
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    expect((await logoutRequest).headers()['token']).toBe(token)
  })
}

/** Both tests wait a minute for a second code to one phone, so each runs in one language only. */
test.describe('the profile with a second code for the same phone', () => {
  test.skip(!RUNS_ALL, 'waits a minute')
  test.use({ viewport: WIDE })

  test('changes the phone number with a code to each phone', async ({ page, expectAccessible }) => {
    const mobile = await logIn(page)
    const next = drawMobile()
    const t = getTexts('zh-cn')
    await openPage(page, 'zh-cn')
    await page
      .getByRole('button', {
        name: t('user:edit_of', { label: t('user:mobile') }),
      })
      .click()
    const dialog = page.getByRole('dialog')
    const buttons = findSendButton(dialog, 'zh-cn')
    const [own, other] = [buttons.first(), buttons.last()]
    // The phone has just received the login code: another can be sent after a minute.
    await own.click()
    await expect(own.getByText(t.whole('code:resend_in'))).toBeVisible()
    await expect(own).toBeEnabled({ timeout: 90_000 })
    await own.click()
    await expect(dialog.getByText(t.part('code:sent_to'))).toBeVisible()
    await dialog
      .getByRole('textbox', { name: t.part('user:mobile_old') })
      .fill(await readCode(page.request, mobile))
    await dialog.getByRole('textbox', { name: t('user:mobile_new') }).fill(next.replace('+86', ''))
    await other.click()
    await expect(dialog.getByRole('textbox', { name: t('user:mobile_new_code') })).toBeFocused()
    await expectAccessible()
    await dialog
      .getByRole('textbox', { name: t('user:mobile_new_code') })
      .fill(await readCode(page.request, next))
    await dialog.getByRole('button', { name: t('user:mobile_save'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(getRow(page, t('user:mobile'))).toContainText(next.slice(-4))
  })

  test('lists the devices and logs out one of them', async ({ page, browser, baseURL }) => {
    const mobile = await logIn(page)
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const phone = await context.newPage()
    await test.step('log in on another device once another code may be sent', async () => {
      await expect(async () => {
        await logIn(phone, mobile)
      }).toPass({ intervals: [5000] })
    })
    const t = getTexts('en')
    await openPage(page, 'en')
    await expect(page.getByText(t('user:device_current'), { exact: true })).toBeVisible()
    const end = page
      .getByRole('listitem')
      .getByRole('button', { name: t.whole('user:device_end_of') })
    await end.click()
    await expect(end).toHaveCount(0)
    const devices = page.getByRole('region', { name: t('user:devices') }).getByRole('list')
    await expect(devices).toBeFocused()
    const response = await phone.request.get('/api/account/profile', {
      headers: {
        token: (await phone.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)) ?? '',
      },
    })
    expect(await response.json()).toMatchObject({ code: 401 })
    await context.close()
  })
})
