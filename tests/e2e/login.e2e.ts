import type { Page } from 'playwright/test'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { findSendButton } from '#tests/support/find-send-button.ts'
import { logInOnScreen } from '#tests/support/log-in-on-screen.ts'
import { drawMobile, logIn, readCode } from '#tests/support/log-in.ts'
import { blockRequests } from '#tests/support/block-requests.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { getPath, PHONE } from './paths.ts'
import { runInLocales, RUNS_ALL, type TestLocale } from './test-matrix.ts'

const WIDE = { width: 1440, height: 900 }
const toNational = (mobile: string) => mobile.replace('+86', '')
/** Digits as a Chinese keyboard can produce them. */
const toFullWidth = (digits: string) =>
  digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(Number(digit) + 0xff10))
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The fields and buttons of the login form. */
function findForm(page: Page, locale: TestLocale) {
  const t = getTexts(locale)
  const main = page.getByRole('main')
  return {
    mobile: main.getByRole('textbox', { name: t('login:mobile') }),
    code: main.getByRole('textbox', { name: t('code:label') }),
    consent: main.getByRole('checkbox'),
    send: findSendButton(main, locale),
    submit: main.getByRole('button', { name: t('login:submit'), exact: true }),
  }
}

/** Opens the form and requests a code once the form is interactive. */
async function requestCode(page: Page, locale: TestLocale, mobile: string, query = '') {
  await page.goto(getPath('/login', locale) + query)
  const form = findForm(page, locale)
  await expect(async () => {
    await form.mobile.fill(toNational(mobile))
    await form.send.click({ timeout: 2000 })
    await expect(page.getByText(getTexts(locale).part('code:sent_to'))).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
  return form
}

for (const locale of runInLocales('en')) {
  const t = getTexts(locale)
  const home = getPath('/', locale)

  for (const viewport of RUNS_ALL ? [WIDE, PHONE] : [PHONE]) {
    test.describe(`login in ${locale}, ${viewport.width} px wide`, () => {
      test.use({ viewport })

      test(
        'logs in by phone and code and returns to the previous page',
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
          const target = `${getPath('/course/home', locale)}?from=login`
          const query = `?return=${encodeURIComponent(target)}`
          const form = await requestCode(page, locale, mobile, query)
          await expect(page.getByText(`+86 ${toNational(mobile).slice(0, 3)}****`)).toBeVisible()
          await expect(form.send.getByText(t.whole('code:resend_in'))).toBeVisible()
          // Not the seconds, which screen readers would read one by one.
          await expect(form.send).toHaveAccessibleName(t('code:resend_minutes', { count: 1 }))
          await expect(form.consent).not.toBeChecked()
          await form.consent.check()
          await expectAccessible()
          await form.code.fill(toFullWidth(await readCode(page.request, mobile)))
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
              .then(() => page.goto(getPath('/user/user', locale))),
          ])
          expect(call.headers()['authorization']).toBe(`Bearer ${stored}`)
          expect(call.headers()['token']).toBe(stored)
        },
      )
    })
  }

  test.describe(`the login form in ${locale}`, () => {
    test(
      'shows which fields are missing and sends nothing',
      { tag: ['@S5.06', '@S5.07', '@S5.08'] },
      async ({ page, expectAccessible }) => {
        const sent: string[] = []
        page.on('request', (request) => {
          // The nonce for third-party sign-in is requested on page load, independently of the form.
          const isForm = request.method() === 'POST' && !request.url().endsWith('/api/user/nonce')
          if (isForm) sent.push(request.url())
        })
        await page.goto(getPath('/login', locale))
        const form = findForm(page, locale)
        await expect(async () => {
          await form.submit.click()
          await expect(page.locator('[aria-invalid="true"]')).toHaveCount(3, { timeout: 2000 })
        }).toPass()
        await expect(form.mobile).toHaveAccessibleDescription(t('forms:login_mobile'))
        await expect(form.code).toHaveAccessibleDescription(t('forms:code_format'))
        await expect(form.consent).toHaveAccessibleDescription(t('forms:please_agree'))
        await form.mobile.fill('12345')
        await form.send.click()
        await expect(form.mobile).toHaveAccessibleDescription(t('forms:login_mobile'))
        await expectAccessible()
        expect(sent).toEqual([])
      },
    )

    test(
      'shows both documents in a dialog and keeps the input',
      { tag: ['@S3.16'] },
      async ({ page, expectAccessible }) => {
        await page.goto(getPath('/login', locale))
        const form = findForm(page, locale)
        // Before hydration, the links open the documents in new tabs.
        await expect(form.submit).toBeEnabled()
        await form.mobile.fill('13800138000')
        for (const name of [t('login:agreement'), t('login:policy')]) {
          const dialog = page.getByRole('dialog')
          await page.getByRole('main').getByRole('link', { name }).click()
          await expect(dialog.getByRole('listitem').first()).toBeVisible()
          await expectAccessible()
          await dialog.getByRole('button', { name: t('code:close') }).click()
          await expect(dialog).toBeHidden()
        }
        await expect(form.mobile).toHaveValue('13800138000')
        await expect(form.consent).not.toBeChecked()
      },
    )

    test('refuses the right code after five wrong ones', async ({ page }) => {
      const mobile = drawMobile()
      const form = await requestCode(page, locale, mobile)
      const right = await readCode(page.request, mobile)
      await form.consent.check()
      for (const left of [4, 3, 2, 1]) {
        await form.code.fill(otherThan(right))
        await expect(form.code).toHaveAccessibleDescription(t.part('code:wrong', { count: left }))
        await expect(form.code).toHaveValue('')
      }
      await form.code.fill(otherThan(right))
      await expect(form.code).toHaveAccessibleDescription(t.part('code:dead'))
      await form.code.fill(right)
      await expect(form.code).toHaveAccessibleDescription(t.part('errors:code_expired'))
      expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)).toBeNull()
    })

    test('the resend countdown survives a reload and appears in other tabs', async ({
      page,
      context,
    }) => {
      const mobile = drawMobile()
      await requestCode(page, locale, mobile)
      await page.reload()
      const form = findForm(page, locale)
      await expect(form.send.getByText(t.whole('code:resend_in'))).toBeVisible()
      await expect(form.send).toBeDisabled()
      await expect(form.mobile).toHaveValue(toNational(mobile))
      const other = await context.newPage()
      await other.goto(getPath('/login', locale))
      await expect(findForm(other, locale).send.getByText(t.whole('code:resend_in'))).toBeVisible()
      await page.getByRole('button', { name: t('code:change') }).click()
      await expect(form.mobile).toBeFocused()
    })

    test('the countdown ends when the clock is set back, which would lock the button', async ({
      page,
    }) => {
      const form = await requestCode(page, locale, drawMobile())
      await expect(form.send).toBeDisabled()
      await page.clock.setSystemTime(Date.now() - 3_600_000)
      await expect(form.send).toBeEnabled()
    })

    test('the countdown of one number does not delay a code for another one', async ({ page }) => {
      const mobile = drawMobile()
      const form = await requestCode(page, locale, mobile)
      await expect(form.send).toBeDisabled()
      await form.mobile.fill(toNational(drawMobile()))
      await expect(form.send).toHaveText(t('code:send'))
      await expect(form.send).toBeEnabled()
      await form.mobile.fill(toNational(mobile))
      await expect(form.send).toBeDisabled()
    })

    test('sends the code to a number of another country', async ({ page }) => {
      await page.goto(getPath('/login', locale))
      const form = findForm(page, locale)
      await page.getByRole('combobox', { name: t('forms:country') }).selectOption('HK')
      await form.mobile.fill('51234567')
      const sent = page.waitForRequest('**/api/sms/send')
      await form.send.click()
      expect((await sent).postDataJSON()).toMatchObject({ mobile: '+85251234567' })
    })

    test('links to the test outbox, which contains the code', async ({ page }) => {
      const mobile = drawMobile()
      await requestCode(page, locale, mobile)
      const [outbox] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: t('code:outbox_link') }).click(),
      ])
      await expect(outbox.getByText(await readCode(page.request, mobile))).toBeVisible()
    })

    test('works by keyboard alone', async ({ page }) => {
      const mobile = drawMobile()
      await page.goto(getPath('/login', locale))
      const form = findForm(page, locale)
      await expect(async () => {
        await form.mobile.fill('')
        await form.mobile.focus()
        await page.keyboard.type(toNational(mobile))
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
      'offers to add an e-mail address',
      { tag: ['@S1.12', '@S5.01', '@S7.15'] },
      async ({ page }) => {
        const mobile = drawMobile()
        const form = await requestCode(
          page,
          locale,
          mobile,
          `?return=${getPath('/user/user', locale)}`,
        )
        await form.consent.check()
        await form.code.fill(await readCode(page.request, mobile))
        const email = page.getByRole('textbox', { name: t('code:email') })
        await email.fill('lin@')
        await findSendButton(page, locale).click()
        await expect(page.getByText(t('forms:email_format'))).toBeVisible()
        const address = `lin.${toNational(mobile)}@example.com`
        await email.fill(address)
        await findSendButton(page, locale).click()
        await expect(page.getByText(t('code:sent_to', { to: address }))).toBeVisible()
        await page
          .getByRole('textbox', { name: t('code:label') })
          .fill(await readCode(page.request, address))
        await page.waitForURL(`**${getPath('/user/user', locale)}`)
        await expect(page.getByText(address)).toBeVisible()
      },
    )

    test('shows who is already logged in and links to the return page', async ({ page }) => {
      await logIn(page)
      await page.goto(`${getPath('/login', locale)}?return=${getPath('/drama/home', locale)}`)
      await expect(
        page.getByRole('heading', { name: t.whole('login:already_named') }),
      ).toBeVisible()
      await page.getByRole('link', { name: t('login:go_on') }).click()
      await page.waitForURL(`**${getPath('/drama/home', locale)}`)
    })

    test('returns to the page in the language of the login', async ({ page }) => {
      const other = locale === 'en' ? 'zh-cn' : 'en'
      await logIn(page)
      const target = encodeURIComponent(`${getPath('/drama/home', other)}?city=1`)
      await page.goto(`${getPath('/login', locale)}?return=${target}`)
      await page.getByRole('link', { name: t('login:go_on') }).click()
      await page.waitForURL(`**${getPath('/drama/home', locale)}?city=1`)
    })

    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%2f%2fevil.example',
    ]) {
      test(`ignores the return URL ${evil}`, async ({ page }) => {
        await logIn(page)
        await page.goto(`${getPath('/login', locale)}?return=${encodeURIComponent(evil)}`)
        await expect(
          page.getByRole('heading', { name: t.whole('login:already_named') }),
        ).toBeVisible()
        const links = page.getByRole('main').getByRole('link')
        await expect(links).toHaveCount(1)
        await expect(links).toHaveAttribute('href', getPath('/user/user', locale))
      })
    }

    test(
      'redirects from a guarded page to the login and back',
      { tag: ['@S6.01', '@S6.02'] },
      async ({ page }) => {
        const mobile = drawMobile()
        const target = `${getPath('/user/user', locale)}?from=guard`
        await page.goto(target)
        await page.waitForURL(`**${getPath('/login', locale)}?return=*`)
        const form = findForm(page, locale)
        await expect(async () => {
          await form.mobile.fill(toNational(mobile))
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
      'a revoked session is shown as expired, with a login link back to the page',
      { tag: ['@S8.04'] },
      async ({ page, browser, baseURL }) => {
        await logIn(page)
        await page.goto(getPath('/user/user', locale))
        await page
          .getByRole('button', { name: t('user:edit_of', { label: t('user:nickname') }) })
          .click()
        await page.getByRole('textbox', { name: t('user:nickname') }).fill('Lin')
        // The same member logs out everywhere, from another device.
        const context = await browser.newContext({ ...(baseURL && { baseURL }) })
        const other = await context.newPage()
        await logOutEverywhere(other, page)
        await context.close()
        await page.getByRole('button', { name: t('user:save') }).click()
        await expect(page.getByRole('heading', { name: t('member:over_expired') })).toBeVisible()
        await page
          .getByRole('main')
          .getByRole('link', { name: t('member:log_in') })
          .click()
        const back = encodeURIComponent(getPath('/user/user', locale))
        await expect(page).toHaveURL(new RegExp(`/login\\?return=${back}`))
      },
    )
  })
}

/** Logs the member out everywhere, from another browser with the first browser's credentials. */
async function logOutEverywhere(other: Page, page: Page): Promise<void> {
  const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)
  const sid = (await page.context().cookies()).find(({ name }) => name === 'sid')
  await other.context().addCookies(sid ? [sid] : [])
  const response = await other.request.post('/api/user/logout', {
    data: { everywhere: true },
    headers: { token: token ?? '', authorization: `Bearer ${token}` },
  })
  expect(await response.json()).toMatchObject({ code: 200 })
}

test(
  'an unknown guard leads to the error page, which names it',
  { tag: ['@S8.14'] },
  async ({ page }) => {
    await logIn(page)
    await page.route('**/en/user/user', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('data-guards="auth"', 'data-guards="door"')
      await route.fulfill({ response, body })
    })
    await page.goto('/en/user/user')
    await expect(page.getByText('Unknown middleware door')).toBeVisible()
    await expect(page.getByText('500', { exact: true })).toBeVisible()
    // A prefetch of the page may still be pending when the test ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test('a number typed before the form is interactive stays out of the address', async ({ page }) => {
  const { release } = await blockRequests(page, '**/_astro/*.js')
  await page.goto('/en/login', { waitUntil: 'commit' })
  const { mobile, submit } = findForm(page, 'en')
  await mobile.fill('13800138000')
  await mobile.press('Enter')
  await expect(submit).toBeDisabled()
  release()
  await expect(submit).toBeEnabled()
  await expect(mobile).toHaveValue(/138\s?0013\s?8000/)
  await expect(page).toHaveURL('/en/login')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the login page explains that it needs JavaScript instead of a form', async ({ page }) => {
    await page.goto('/en/login')
    const notice = getTexts('en').whole('member:no_script')
    await expect(page.getByRole('paragraph').filter({ hasText: notice })).toBeVisible()
    await expect(findForm(page, 'en').mobile).toBeHidden()
  })
})

test('a document that cannot be loaded is reported in its dialog', async ({ page, baseURL }) => {
  const t = getTexts('en')
  await page.goto('/en/login')
  await expect(findForm(page, 'en').submit).toBeEnabled()
  const link = page.getByRole('main').getByRole('link', { name: t('login:agreement') })
  const { href } = new URL((await link.getAttribute('href')) ?? '', baseURL)
  await page.route(href, (route) => route.fulfill({ status: 404 }))
  await link.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toHaveText(t('login:document_failed'))
})

test('a page with a link to the login is in the history once after it', async ({ page }) => {
  const name = getTexts('en')('nav:log_in')
  await page.goto('/en')
  await page.goto('/en/course/home')
  await page.getByRole('banner').getByRole('link', { name }).click()
  await page.waitForURL('/en/login?return=*')
  await logInOnScreen(page, 'en')
  await page.waitForURL('/en/course/home')
  await page.goBack()
  await expect(page).toHaveURL('/en')
})
