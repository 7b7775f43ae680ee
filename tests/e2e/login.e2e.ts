import type { Page } from 'playwright/test'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { prefixOf } from '#i18n/locales.ts'
import { drawMobile, logIn, readCode } from '#tests/support/log-in.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales, type StoryLocale } from './test-matrix.ts'

const WORDS = {
  'zh-cn': {
    mobile: '手机号',
    code: '验证码',
    send: '获取验证码',
    resendIn: /秒后可重发/,
    sentTo: '已发送至',
    change: '更改',
    outbox: '到测试发件箱看验证码',
    agreement: '《用户协议》',
    policy: '《隐私政策》',
    close: '关闭',
    submit: '登录',
    wrongMobile: '请输入正确的手机号',
    wrongCode: '请输入正确的验证码',
    agree: '请阅读并同意用户协议和隐私政策',
    left: (count: number) => `还可以试 ${count} 次`,
    dead: '已错 5 次',
    expired: '验证码已过期，请重新获取',
    done: '登录成功',
    email: '邮箱',
    emailStep: '再留一个邮箱？',
    emailFormat: '请输入正确的邮箱格式',
    saveEmail: '保存邮箱',
    skip: '以后再说',
    account: '我的',
    already: '您已登录',
    goOn: '继续',
    over: '登录已失效，请重新登录',
    again: '登录',
    edit: '修改昵称',
    nickname: '昵称',
    save: '保存',
  },
  en: {
    mobile: 'Phone number',
    code: 'Verification code',
    send: 'Send code',
    resendIn: /Send again in \d+ s/,
    sentTo: 'Sent to',
    change: 'Change',
    outbox: 'Find the code in the test outbox',
    agreement: 'user agreement',
    policy: 'privacy policy',
    close: 'Close',
    submit: 'Log in',
    wrongMobile: 'Enter a correct phone number',
    wrongCode: 'Enter a correct verification code',
    agree: 'Please read and agree to the user agreement and privacy policy',
    left: (count: number) => `Attempts left: ${count}`,
    dead: 'After five wrong attempts',
    expired: 'This code has expired',
    done: 'Login successful',
    email: 'E-mail',
    emailStep: 'Add an e-mail?',
    emailFormat: 'Enter the correct email format',
    saveEmail: 'Save e-mail',
    skip: 'Not now',
    account: 'Account',
    already: 'you are already logged in',
    goOn: 'Continue',
    over: 'Your session has expired. Please log in again',
    again: 'Log in',
    edit: 'Change: Nickname',
    nickname: 'Nickname',
    save: 'Save',
  },
} as const

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const pathOf = (path: string, locale: StoryLocale) => prefixOf(locale) + path
const nationalOf = (mobile: string) => mobile.replace('+86', '')
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The fields and buttons of the login form. */
function findForm(page: Page, locale: StoryLocale) {
  const words = WORDS[locale]
  const main = page.getByRole('main')
  return {
    mobile: main.getByRole('textbox', { name: words.mobile }),
    code: main.getByRole('textbox', { name: words.code }),
    consent: main.getByRole('checkbox'),
    send: main.locator('.send'),
    submit: main.getByRole('button', { name: words.submit, exact: true }),
  }
}

/** Opens the form once its island runs, and has a code sent. */
async function askForCode(page: Page, locale: StoryLocale, mobile: string, query = '') {
  await page.goto(pathOf('/login', locale) + query)
  const form = findForm(page, locale)
  await expect(async () => {
    await form.mobile.fill(nationalOf(mobile))
    await form.send.click({ timeout: 2000 })
    await expect(page.getByText(WORDS[locale].sentTo)).toBeVisible({ timeout: 2000 })
  }).toPass()
  return form
}

for (const locale of runInLocales('en')) {
  const words = WORDS[locale]
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
          await expect(form.send).toHaveText(words.resendIn)
          await expect(form.consent).not.toBeChecked()
          await form.consent.check()
          await expectAccessible()
          await form.code.fill(await readCode(page.request, mobile))
          await expect(page.getByRole('heading', { name: words.emailStep })).toBeVisible()
          await expect(page.getByText(words.done)).toBeVisible()
          await expect(
            page.getByRole('banner').getByRole('link', { name: words.account }),
          ).toBeVisible()
          const stored = await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)
          expect(stored).toMatch(/^v1\./)
          await expectAccessible()
          const [call] = await Promise.all([
            page.waitForRequest('**/api/account/profile'),
            page
              .getByRole('button', { name: words.skip })
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
        await expect(page.locator('[data-name="mobile"] .error')).toHaveText(words.wrongMobile)
        await expect(page.locator('[data-name="code"] .error')).toHaveText(words.wrongCode)
        await expect(page.locator('[data-name="agreed"] .error')).toHaveText(words.agree)
        await form.mobile.fill('12345')
        await form.send.click()
        await expect(page.locator('[data-name="mobile"] .error')).toHaveText(words.wrongMobile)
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
        for (const name of [words.agreement, words.policy]) {
          const dialog = page.getByRole('dialog')
          await expect(async () => {
            await page.getByRole('main').getByRole('link', { name }).click()
            await expect(dialog).toBeVisible({ timeout: 2000 })
          }).toPass()
          await expect(dialog.getByRole('listitem').first()).toBeVisible()
          await expectAccessible()
          await dialog.getByRole('button', { name: words.close }).click()
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
        await expect(error).toContainText(words.left(left))
        await expect(form.code).toHaveValue('')
      }
      await form.code.fill(otherThan(right))
      await expect(error).toContainText(words.dead)
      await form.code.fill(right)
      await expect(error).toContainText(words.expired)
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
      await expect(form.send).toHaveText(words.resendIn)
      await expect(form.send).toBeDisabled()
      await expect(form.mobile).toHaveValue(nationalOf(mobile))
      const other = await context.newPage()
      await other.goto(pathOf('/login', locale))
      await expect(other.locator('.send')).toHaveText(words.resendIn)
      await page.getByRole('button', { name: words.change }).click()
      await expect(form.mobile).toBeFocused()
    })

    test('leads to the test outbox, which holds the code', async ({ page }) => {
      const mobile = drawMobile()
      await askForCode(page, locale, mobile)
      const [outbox] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: words.outbox }).click(),
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
      await expect(page.getByRole('heading', { name: words.emailStep })).toBeFocused()
      await page.getByRole('button', { name: words.skip }).focus()
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
        const email = page.getByRole('textbox', { name: words.email })
        await email.fill('lin@')
        await page.locator('.send').click()
        await expect(page.getByText(words.emailFormat)).toBeVisible()
        const address = `lin.${nationalOf(mobile)}@example.com`
        await email.fill(address)
        await page.locator('.send').click()
        await expect(page.getByText(`${words.sentTo} ${address}`)).toBeVisible()
        await page
          .getByRole('textbox', { name: words.code })
          .fill(await readCode(page.request, address))
        await page.waitForURL(`**${pathOf('/user/user', locale)}`)
        await expect(page.getByText(address)).toBeVisible()
      },
    )

    test('says who is logged in already, and leads on', async ({ page }) => {
      await logIn(page)
      await page.goto(`${pathOf('/login', locale)}?return=${pathOf('/drama/home', locale)}`)
      await expect(page.getByRole('heading', { name: words.already })).toBeVisible()
      await page.getByRole('link', { name: words.goOn }).click()
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
        await expect(page.getByRole('heading', { name: words.already })).toBeVisible()
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
          await expect(page.getByText(words.sentTo)).toBeVisible({ timeout: 2000 })
        }).toPass()
        await form.consent.check()
        await form.code.fill(await readCode(page.request, mobile))
        await page.getByRole('button', { name: words.skip }).click()
        await page.waitForURL(`**${target}`)
      },
    )

    test(
      'a session that the server ended ends visibly, and nothing is lost',
      { tag: ['@S8.04'] },
      async ({ page, browser, baseURL }) => {
        await logIn(page)
        await page.goto(pathOf('/user/user', locale))
        await page.getByRole('button', { name: words.edit }).click()
        await page.getByRole('textbox', { name: words.nickname }).fill('Lin')
        // The same member logs out everywhere, from another device.
        const context = await browser.newContext({ ...(baseURL && { baseURL }) })
        const other = await context.newPage()
        await endEverywhere(other, page)
        await context.close()
        await page.getByRole('button', { name: words.save }).click()
        await expect(page.getByRole('heading', { name: words.over })).toBeVisible()
        await page.getByRole('main').getByRole('link', { name: words.again }).click()
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
