import type { Page } from 'playwright/test'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { prefixOf } from '#i18n/locales.ts'
import { drawMobile, logIn, readCode } from '#tests/support/log-in.ts'
import { textsIn } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales, type StoryLocale } from './test-matrix.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const pathOf = (path: string, locale: StoryLocale) => prefixOf(locale) + path
const nationalOf = (mobile: string) => mobile.replace('+86', '')
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The fields and buttons of the login form. */
function findForm(page: Page, locale: StoryLocale) {
  const t = textsIn(locale)
  const main = page.getByRole('main')
  return {
    mobile: main.getByRole('textbox', { name: t('login:mobile') }),
    code: main.getByRole('textbox', { name: t('code:label') }),
    consent: main.getByRole('checkbox'),
    send: main.locator('.send'),
    submit: main.getByRole('button', { name: t('login:submit'), exact: true }),
  }
}

/** Opens the form once its island runs, and has a code sent. */
async function askForCode(page: Page, locale: StoryLocale, mobile: string, query = '') {
  await page.goto(pathOf('/login', locale) + query)
  const form = findForm(page, locale)
  await expect(async () => {
    await form.mobile.fill(nationalOf(mobile))
    await form.send.click({ timeout: 2000 })
    await expect(page.getByText(textsIn(locale).part('code:sent_to'))).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
  return form
}

for (const locale of runInLocales('en')) {
  const t = textsIn(locale)
  const home = pathOf('', locale) || '/'

  for (const viewport of [WIDE, PHONE]) {
    test.describe(`login in ${locale}, ${viewport.width} px wide`, () => {
      test.use({ viewport })

      test(
        'by phone and code, then back to where one was',
        {
          tag: [
            '@S1.10',
            '@S2.06',
            '@S3.11',
            '@S4.07',
            '@S4.09',
            '@S5.16',
            '@S6.06',
            '@S7.12',
            '@S7.13',
          ],
        },
        async ({ page, expectAccessible }) => {
          const mobile = drawMobile()
          const target = `${pathOf('/course/home', locale)}?from=login`
          const query = `?return=${encodeURIComponent(target)}`
          const form = await askForCode(page, locale, mobile, query)
          await expect(page.getByText(`+86 ${nationalOf(mobile).slice(0, 3)}****`)).toBeVisible()
          await expect(form.send).toHaveText(t.whole('code:resend_in'))
          await expect(form.consent).not.toBeChecked()
          await form.consent.check()
          await expectAccessible()
          await form.code.fill(await readCode(page.request, mobile))
          await expect(page.getByRole('heading', { name: t('login:email_title') })).toBeVisible()
          await expect(page.getByText(t('forms:login_done'))).toBeVisible()
          await expect(
            page.getByRole('banner').getByRole('link', { name: t('nav:account') }),
          ).toBeVisible()
          const stored = await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)
          expect(stored).toMatch(/^v1\./)
          await expectAccessible()
          const [call] = await Promise.all([
            page.waitForRequest('**/api/account/profile'),
            page
              .getByRole('button', { name: t('login:skip') })
              .click()
              .then(() => page.waitForURL(`**${target}`))
              .then(() => page.goto(pathOf('/user/user', locale))),
          ])
          expect(call.headers()['authorization']).toBe(`Bearer ${stored}`)
          expect(call.headers()['token']).toBe(stored)
        },
      )
    })
  }

  test.describe(`the login form in ${locale}`, () => {
    test(
      'says what is missing, and sends nothing',
      { tag: ['@S5.06', '@S5.07', '@S5.08'] },
      async ({ page, expectAccessible }) => {
        const sent: string[] = []
        page.on('request', (request) => {
          // The nonce of third-party sign-in is requested with the page and carries nothing of the form.
          const isForm = request.method() === 'POST' && !request.url().endsWith('/api/user/nonce')
          if (isForm) sent.push(request.url())
        })
        await page.goto(pathOf('/login', locale))
        const form = findForm(page, locale)
        await expect(async () => {
          await form.submit.click()
          await expect(page.locator('.field .error')).toHaveCount(3, { timeout: 2000 })
        }).toPass()
        await expect(page.locator('[data-name="mobile"] .error')).toHaveText(
          t('forms:login_mobile'),
        )
        await expect(page.locator('[data-name="code"] .error')).toHaveText(t('forms:code_format'))
        await expect(page.locator('[data-name="agreed"] .error')).toHaveText(
          t('forms:please_agree'),
        )
        await form.mobile.fill('12345')
        await form.send.click()
        await expect(page.locator('[data-name="mobile"] .error')).toHaveText(
          t('forms:login_mobile'),
        )
        await expectAccessible()
        expect(sent).toEqual([])
      },
    )

    test(
      'shows both documents in place, and keeps what was typed',
      { tag: ['@S3.16'] },
      async ({ page, expectAccessible }) => {
        await page.goto(pathOf('/login', locale))
        const form = findForm(page, locale)
        await form.mobile.fill('13800138000')
        for (const name of [t('login:agreement'), t('login:policy')]) {
          const dialog = page.getByRole('dialog')
          await expect(async () => {
            await page.getByRole('main').getByRole('link', { name }).click()
            await expect(dialog).toBeVisible({ timeout: 2000 })
          }).toPass()
          await expect(dialog.getByRole('listitem').first()).toBeVisible()
          await expectAccessible()
          await dialog.getByRole('button', { name: t('code:close') }).click()
          await expect(dialog).toBeHidden()
        }
        await expect(form.mobile).toHaveValue('13800138000')
        await expect(form.consent).not.toBeChecked()
      },
    )

    test('five wrong codes end a code; the sixth, right one is refused', async ({ page }) => {
      const mobile = drawMobile()
      const form = await askForCode(page, locale, mobile)
      const right = await readCode(page.request, mobile)
      await form.consent.check()
      const error = page.locator('[data-name="code"] .error')
      for (const left of [4, 3, 2, 1]) {
        await form.code.fill(otherThan(right))
        await expect(error).toContainText(t('code:wrong', { count: left }))
        await expect(form.code).toHaveValue('')
      }
      await form.code.fill(otherThan(right))
      await expect(error).toContainText(t('code:dead'))
      await form.code.fill(right)
      await expect(error).toContainText(t('errors:code_expired'))
      expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)).toBeNull()
    })

    test('the wait for another code survives a reload, and shows in another tab', async ({
      page,
      context,
    }) => {
      const mobile = drawMobile()
      await askForCode(page, locale, mobile)
      await page.reload()
      const form = findForm(page, locale)
      await expect(form.send).toHaveText(t.whole('code:resend_in'))
      await expect(form.send).toBeDisabled()
      await expect(form.mobile).toHaveValue(nationalOf(mobile))
      const other = await context.newPage()
      await other.goto(pathOf('/login', locale))
      await expect(other.locator('.send')).toHaveText(t.whole('code:resend_in'))
      await page.getByRole('button', { name: t('code:change') }).click()
      await expect(form.mobile).toBeFocused()
    })

    test('leads to the test outbox, which holds the code', async ({ page }) => {
      const mobile = drawMobile()
      await askForCode(page, locale, mobile)
      const [outbox] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: t('code:outbox_link') }).click(),
      ])
      await expect(outbox.getByText(await readCode(page.request, mobile))).toBeVisible()
    })

    test('works by keyboard alone', async ({ page }) => {
      const mobile = drawMobile()
      await page.goto(pathOf('/login', locale))
      const form = findForm(page, locale)
      await expect(async () => {
        await form.mobile.fill('')
        await form.mobile.focus()
        await page.keyboard.type(nationalOf(mobile))
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
        await expect(form.send).toBeFocused({ timeout: 500 })
        await page.keyboard.press('Enter')
        await expect(form.code).toBeFocused({ timeout: 2000 })
      }).toPass()
      await form.consent.focus()
      await page.keyboard.press('Space')
      await form.code.focus()
      await page.keyboard.type(await readCode(page.request, mobile))
      await expect(page.getByRole('heading', { name: t('login:email_title') })).toBeFocused()
      await page.getByRole('button', { name: t('login:skip') }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${home}`)
    })

    test(
      'offers to complete the e-mail',
      { tag: ['@S1.12', '@S5.01', '@S7.15'] },
      async ({ page }) => {
        const mobile = drawMobile()
        const form = await askForCode(
          page,
          locale,
          mobile,
          `?return=${pathOf('/user/user', locale)}`,
        )
        await form.consent.check()
        await form.code.fill(await readCode(page.request, mobile))
        const email = page.getByRole('textbox', { name: t('code:email') })
        await email.fill('lin@')
        await page.locator('.send').click()
        await expect(page.getByText(t('forms:email_format'))).toBeVisible()
        const address = `lin.${nationalOf(mobile)}@example.com`
        await email.fill(address)
        await page.locator('.send').click()
        await expect(page.getByText(t('code:sent_to', { to: address }))).toBeVisible()
        await page
          .getByRole('textbox', { name: t('code:label') })
          .fill(await readCode(page.request, address))
        await page.waitForURL(`**${pathOf('/user/user', locale)}`)
        await expect(page.getByText(address)).toBeVisible()
      },
    )

    test('says who is logged in already, and leads on', async ({ page }) => {
      await logIn(page)
      await page.goto(`${pathOf('/login', locale)}?return=${pathOf('/drama/home', locale)}`)
      await expect(page.getByRole('heading', { name: t.whole('login:already') })).toBeVisible()
      await page.getByRole('link', { name: t('login:go_on') }).click()
      await page.waitForURL(`**${pathOf('/drama/home', locale)}`)
    })

    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%2f%2fevil.example',
    ]) {
      test(`a way back to ${evil} leads home`, async ({ page }) => {
        await logIn(page)
        await page.goto(`${pathOf('/login', locale)}?return=${encodeURIComponent(evil)}`)
        await expect(page.getByRole('heading', { name: t.whole('login:already') })).toBeVisible()
        const links = page.locator('.login-note a')
        await expect(links).toHaveCount(1)
        await expect(links).toHaveAttribute('href', pathOf('/user/user', locale))
      })
    }

    test(
      'a visitor on a guarded page comes to the login and back',
      { tag: ['@S6.01', '@S6.02'] },
      async ({ page }) => {
        const mobile = drawMobile()
        const target = `${pathOf('/user/user', locale)}?from=guard`
        await page.goto(target)
        await page.waitForURL(`**${pathOf('/login', locale)}?return=*`)
        const form = findForm(page, locale)
        await expect(async () => {
          await form.mobile.fill(nationalOf(mobile))
          await form.send.click({ timeout: 2000 })
          await expect(page.getByText(t.part('code:sent_to'))).toBeVisible({ timeout: 2000 })
        }).toPass()
        await form.consent.check()
        await form.code.fill(await readCode(page.request, mobile))
        await page.getByRole('button', { name: t('login:skip') }).click()
        await page.waitForURL(`**${target}`)
      },
    )

    test(
      'a session that the server ended ends visibly, and nothing is lost',
      { tag: ['@S8.04'] },
      async ({ page, browser, baseURL }) => {
        await logIn(page)
        await page.goto(pathOf('/user/user', locale))
        await page
          .getByRole('button', { name: t('user:edit_of', { label: t('user:nickname') }) })
          .click()
        await page.getByRole('textbox', { name: t('user:nickname') }).fill('Lin')
        // The same member logs out everywhere, from another device.
        const context = await browser.newContext({ ...(baseURL && { baseURL }) })
        const other = await context.newPage()
        await endEverywhere(other, page)
        await context.close()
        await page.getByRole('button', { name: t('user:save') }).click()
        await expect(page.getByRole('heading', { name: t('member:over_expired') })).toBeVisible()
        await page
          .getByRole('main')
          .getByRole('link', { name: t('member:log_in') })
          .click()
        const back = encodeURIComponent(pathOf('/user/user', locale))
        await expect(page).toHaveURL(new RegExp(`/login\\?return=${back}`))
      },
    )
  })
}

/** Ends every session of a member by a call that carries what the first browser holds. */
async function endEverywhere(other: Page, page: Page): Promise<void> {
  const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)
  const sid = (await page.context().cookies()).find(({ name }) => name === 'sid')
  await other.context().addCookies(sid ? [sid] : [])
  const answer = await other.request.post('/api/user/logout', {
    data: { everywhere: true },
    headers: { token: token ?? '', authorization: `Bearer ${token}` },
  })
  expect(await answer.json()).toMatchObject({ code: 200 })
}

test(
  'an unknown guard shows the error page with its name',
  { tag: ['@S8.14'] },
  async ({ page }) => {
    await logIn(page)
    // A page that is left at once breaks off its transition, which Chromium calls an error.
    await page.route('**/en/user/user', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace('data-guards="auth"', 'data-guards="door"')
      await route.fulfill({ response: answer, body })
    })
    await page.goto('/en/user/user')
    await expect(page.getByText('Unknown middleware door')).toBeVisible()
    await expect(page.getByText('500', { exact: true })).toBeVisible()
    // The page may be fetched ahead once more: that call is nobody's when the test is over.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)
