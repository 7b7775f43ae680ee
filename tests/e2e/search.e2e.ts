import type { Page } from 'playwright/test'
import { prefixOf } from '#i18n/locales.ts'
import { expect, test } from './fixtures.ts'
import { RUNS_ALL, runInLocales, type StoryLocale } from './test-matrix.ts'

const WORDS = {
  'zh-cn': {
    submit: '搜索',
    word: '牡丹亭',
    typed: 'chaguan',
    title: '茶馆',
    listed: '灯光',
    listedType: '演出',
    more: '演出的全部',
    next: '下一页',
    previous: '上一页',
    back: '回到全部结果',
    range: '第 11 至 12 项',
    nothing: '“zzqqxx”不在任何一张节目单上',
    recent: '最近搜索',
    clear: '全部清除',
    remove: '移除“海鸥”',
    retry: '再试一次',
    failed: '搜索结果没有加载出来',
    noScript: '搜索需要 JavaScript',
    first: '海鸥',
    second: '雷雨',
  },
  en: {
    submit: 'Search',
    word: 'The Peony Pavilion',
    typed: 'tehouse',
    title: 'Teahouse',
    listed: 'light',
    listedType: 'Performances',
    more: 'results in Performances',
    next: 'Next',
    previous: 'Previous',
    back: 'Back to all results',
    range: '11 to 12',
    nothing: '“zzqqxx” is on none of our playbills',
    recent: 'Recent searches',
    clear: 'Clear all',
    remove: 'Remove “海鸥”',
    retry: 'Try again',
    failed: 'The search results could not be loaded',
    noScript: 'Search needs JavaScript',
    first: '海鸥',
    second: '雷雨',
  },
} as const

const pathOf = (path: string, locale: StoryLocale) => prefixOf(locale) + path
const listOf = (q: string, locale: StoryLocale, rest = '') =>
  `${pathOf('/search/list', locale)}?q=${encodeURIComponent(q)}${rest}`

/** The field once its island runs. */
async function openField(page: Page, path: string) {
  await page.goto(path)
  const field = page.getByRole('combobox')
  await expect(field).toHaveAttribute('data-ready')
  return field
}

for (const locale of runInLocales('en')) {
  const words = WORDS[locale]

  test.describe(`search in ${locale}`, () => {
    test(
      'leads from a recommended word to its results and to the item',
      { tag: ['@S1.03', '@S2.40', '@S2.41', '@S7.22', '@S7.23'] },
      async ({ page }) => {
        const answer = await page.goto(pathOf('/search/search', locale))
        expect(answer?.status()).toBe(200)
        await page
          .getByRole('main')
          .getByRole('link', { name: words.word, exact: true })
          .first()
          .click()
        await expect(page).toHaveURL(/\/search\/list\?q=/)
        await expect(page.getByRole('combobox')).toHaveValue(words.word)
        const found = page.getByRole('main').getByRole('listitem').getByRole('link')
        await expect(found.first()).toHaveText(words.word)
        await expect(page.locator('main mark').first()).toBeVisible()
        await expect(page).toHaveTitle(new RegExp(`^${words.word} · `))
        await found.first().click()
        await expect(page).toHaveURL(/\/drama\/detail\?id=\d+$/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.word)
      },
    )

    test(
      'shows recommended items with pictures that lead to their pages',
      { tag: ['@S2.40', '@S7.22'] },
      async ({ page }) => {
        await page.goto(pathOf('/search/search', locale))
        const card = page.getByRole('main').getByRole('article').first()
        await expect(card.getByRole('img')).toBeVisible()
        const title = await card.getByRole('heading').innerText()
        await card.getByRole('link').click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      },
    )

    test(
      'is used with the keyboard alone: suggestion, results, item',
      { tag: ['@S1.03'] },
      async ({ page }) => {
        const field = await openField(page, pathOf('/search/search', locale))
        await field.focus()
        await page.keyboard.type(words.typed)
        const list = page.getByRole('listbox')
        await expect(list).toBeVisible()
        await expect(field).toHaveAttribute('aria-expanded', 'true')
        await page.keyboard.press('ArrowDown')
        const first = list.getByRole('option').first()
        await expect(first).toHaveAttribute('aria-selected', 'true')
        await expect(field).toHaveAttribute(
          'aria-activedescendant',
          (await first.getAttribute('id')) ?? '',
        )
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('ArrowUp')
        await expect(list.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
        await page.keyboard.press('Escape')
        await expect(list).toBeHidden()
        await expect(field).toHaveValue(words.typed)
        await page.keyboard.press('ArrowDown')
        await expect(first).toContainText(words.title)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title)
        await expect(page).toHaveURL(/\/drama\/detail\?id=1$/)

        const again = await openField(page, pathOf('/search/search', locale))
        await again.focus()
        await page.keyboard.type(words.typed)
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(new RegExp(`/search/list\\?q=${words.typed}$`))
        const result = page.getByRole('main').getByRole('listitem').getByRole('link').first()
        await expect(result).toHaveText(words.title)
        await result.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title)
      },
    )

    test(
      'goes through the more list to its last page and back',
      { tag: ['@S2.54', '@S7.24'] },
      async ({ page }) => {
        await page.goto(listOf(words.listed, locale))
        await page.getByRole('link', { name: words.more }).click()
        await expect(page).toHaveURL(/type=performance$/)
        await expect(page.getByRole('heading', { level: 2, name: words.listedType })).toBeVisible()
        const titles = page.getByRole('main').getByRole('heading', { level: 3 })
        await expect(titles).toHaveCount(10)
        const before = await titles.allInnerTexts()
        await page.getByRole('link', { name: words.next }).click()
        await expect(page).toHaveURL(/page=2$/)
        await expect(page.getByText(words.range)).toBeVisible()
        await expect(titles).toHaveCount(2)
        for (const title of await titles.allInnerTexts()) expect(before).not.toContain(title)
        await expect(page.getByRole('link', { name: words.next })).toHaveCount(0)
        await page.getByRole('link', { name: words.previous }).click()
        await expect(titles).toHaveCount(10)
        await page.getByRole('link', { name: words.back }).click()
        await expect(page).toHaveURL(listOf(words.listed, locale))
      },
    )

    test('says that nothing was found and leads on', { tag: ['@S2.41'] }, async ({ page }) => {
      await page.goto(listOf('zzqqxx', locale))
      await expect(page.getByRole('heading', { name: words.nothing })).toBeVisible()
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
      await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
    })

    test(
      'keeps recent searches on the device until they are cleared',
      { tag: ['@S2.40'] },
      async ({ page }) => {
        for (const q of [words.first, words.second]) {
          await page.goto(listOf(q, locale))
          await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
        }
        await openField(page, pathOf('/search/search', locale))
        const recent = page.getByRole('region', { name: words.recent })
        await expect(recent.getByRole('link')).toHaveText([words.second, words.first])
        await recent.getByRole('button', { name: words.remove }).click()
        await expect(recent.getByRole('link')).toHaveText([words.second])
        await page.reload()
        await expect(recent.getByRole('link')).toHaveText([words.second])
        await recent.getByRole('button', { name: words.clear }).click()
        await expect(recent.getByRole('link')).toHaveCount(0)
        expect(await page.evaluate(() => localStorage.getItem('recentSearches'))).toBe('[]')
        await page.reload()
        await expect(recent.getByRole('link')).toHaveCount(0)
      },
    )

    test('lists matching titles alone', { tag: ['@S2.42', '@S7.23'] }, async ({ page }) => {
      const answer = await page.goto(
        `${pathOf('/search/Title', locale)}?q=${encodeURIComponent(words.title)}`,
      )
      expect(answer?.status()).toBe(200)
      const titles = page.locator('main .title-list').getByRole('link')
      await expect(titles.first()).toContainText(words.title)
      await expect(titles.locator('mark')).toHaveCount(await titles.count())
      await titles.first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title)
    })

    test('says what is missing when the API is away, and asks again', async ({ page }) => {
      await page.route('**/api/search/results*', (route) =>
        route.fulfill({ json: { code: 500_001, data: null, msg: '' } }),
      )
      await page.goto(listOf(words.title, locale))
      await expect(page.getByRole('alert')).toContainText(words.failed)
      await page.unroute('**/api/search/results*')
      await page.getByRole('button', { name: words.retry }).click()
      await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText(words.title)
    })

    for (const width of RUNS_ALL ? [1440, 390] : [390]) {
      test(`is accessible at ${width} px`, async ({ page, expectAccessible }) => {
        await page.setViewportSize({ width, height: 900 })
        const field = await openField(page, pathOf('/search/search', locale))
        await expectAccessible()
        await field.fill(words.title)
        await page.keyboard.press('ArrowDown')
        await expect(page.getByRole('option').first()).toBeVisible()
        await expectAccessible()
        for (const path of [
          listOf(words.title, locale),
          listOf(words.listed, locale, '&type=performance'),
          listOf('zzqqxx', locale),
          pathOf('/search/list', locale),
          `${pathOf('/search/Title', locale)}?q=${encodeURIComponent(words.title)}`,
        ]) {
          await page.goto(path)
          await expect(page.locator('main h2, main .title-list').first()).toBeVisible()
          await expectAccessible()
        }
        await page.goto(pathOf('/search/search', locale))
        await expect(
          page.getByRole('region', { name: words.recent }).getByRole('link').first(),
        ).toBeVisible()
        await expectAccessible()
      })
    }
  })

  test.describe(`without scripts in ${locale}`, () => {
    test.use({ javaScriptEnabled: false })

    test('the field asks the list page, which says honestly that it needs scripts', async ({
      page,
    }) => {
      await page.goto(pathOf('/search/search', locale))
      await page.getByRole('combobox').fill(words.title)
      await page.getByRole('button', { name: words.submit, exact: true }).click()
      await expect(page).toHaveURL(listOf(words.title, locale))
      // Roles and texts inside `noscript` are not seen by the locators that go by them.
      await expect(page.locator('.no-script')).toContainText(words.noScript)
      await page.locator('.no-script a').first().click()
      await expect(page).toHaveURL(pathOf('/drama/home', locale))
    })
  })
}
