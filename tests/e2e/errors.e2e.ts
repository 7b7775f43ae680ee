import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'

const t = getTexts('en')

// Stores an error for the error page, as `showErrorPage` does.
const storeError = (error: object) => sessionStorage.setItem('route-error', JSON.stringify(error))

const THROWN = { status: 503, message: 'Unknown middleware <b>vip</b>', from: '/en/drama/home' }

for (const [path, locale] of [
  ['/500', 'zh-cn'],
  ['/en/500', 'en'],
] as const) {
  test(
    `${path} shows status 500 and "Error" without details of an error`,
    { tag: ['@S2.60', '@S8.15'] },
    async ({ page }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(500)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(
        getTexts(locale)('common:error_title'),
      )
      await expect(main.getByText('500', { exact: true })).toBeVisible()
      await expect(main.getByText('Error', { exact: true })).toBeVisible()
      await expect(
        main.getByRole('link', { name: getTexts(locale)('common:try_again') }),
      ).toBeVisible()
    },
  )
}

test(
  'the error page shows status and message as text and a link to retry',
  { tag: ['@S2.59'] },
  async ({ page }) => {
    await page.goto('/en/drama/home')
    await page.evaluate(storeError, THROWN)
    await page.goto('/en/500')
    const main = page.getByRole('main')
    await expect(main.getByText('503', { exact: true })).toBeVisible()
    await expect(main.getByText('Unknown middleware <b>vip</b>', { exact: true })).toBeVisible()
    const state = await page.locator('#page-state').textContent()
    expect(JSON.parse(state ?? '')).toMatchObject({
      error: { status: 503, message: 'Unknown middleware <b>vip</b>' },
      layout: 'error',
    })
    await main.getByRole('link', { name: t('common:try_again') }).click()
    await expect(page).toHaveURL('/en/drama/home')
    // The stored error is shown once.
    await page.goto('/en/500')
    await expect(main.getByText('500', { exact: true })).toBeVisible()
  },
)

test(
  'a malformed URL shows a 400 page in its language',
  { tag: ['@S2.59', '@S8.15'] },
  async ({ page }) => {
    for (const [path, lang] of [
      ['/%ff', 'zh-CN'],
      ['/en/%ff', 'en'],
    ] as const) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(400)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.getByRole('main').getByText('400', { exact: true })).toBeVisible()
      await expect(page.getByText('Bad Request', { exact: true })).toBeVisible()
    }
  },
)

test('the error page goes back to the previous page', { tag: ['@S2.61'] }, async ({ page }) => {
  await page.goto('/en/drama/home')
  await page.goto('/en/500')
  await page.getByRole('button', { name: t('common:go_back') }).click()
  await expect(page).toHaveURL('/en/drama/home')
})

test(
  'the error page goes home if there is no previous page',
  { tag: ['@S2.62'] },
  async ({ page }) => {
    await page.goto('/en/500')
    await page.getByRole('button', { name: t('common:go_back') }).click()
    await expect(page).toHaveURL('/en')
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the error page links home and hides the back button', async ({ page }) => {
    await page.goto('/en/500')
    await expect(page.getByRole('button', { name: t('common:go_back') })).toBeHidden()
    await page.getByRole('link', { name: t('common:back_home') }).click()
    await expect(page).toHaveURL('/en')
  })
})
