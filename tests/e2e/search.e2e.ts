import type { Page } from 'playwright/test'
import { blockRequests } from '#tests/support/block-requests.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { getPath } from './paths.ts'
import { RUNS_ALL, runInLocales, type TestLocale } from './test-matrix.ts'

/** Search terms for the demo content; `listed` has more than one page of results, `text` is in no title. */
const DEMO = {
  'zh-cn': { word: '牡丹亭', typed: 'chaguan', title: '茶馆', listed: '灯光', text: '纸钱' },
  en: {
    word: 'The Peony Pavilion',
    typed: 'tehouse',
    title: 'Teahouse',
    listed: 'light',
    text: 'seventy people',
  },
} as const
const RECENT = ['海鸥', '雷雨'] as const

const getList = (q: string, locale: TestLocale, rest = '') =>
  `${getPath('/search/list', locale)}?q=${encodeURIComponent(q)}${rest}`

/** Opens a page and returns the search field once it is interactive. */
async function openField(page: Page, path: string) {
  await page.goto(path)
  const field = page.getByRole('combobox')
  await expect(field).toHaveAttribute('data-ready')
  return field
}

for (const locale of runInLocales('en')) {
  const t = getTexts(locale)
  const demo = DEMO[locale]

  test.describe(`search in ${locale}`, () => {
    test(
      'a recommended word links to its results and these to the item',
      { tag: ['@S1.03', '@S2.40', '@S2.41', '@S7.22', '@S7.23'] },
      async ({ page }) => {
        const response = await page.goto(getPath('/search/search', locale))
        expect(response?.status()).toBe(200)
        await page
          .getByRole('main')
          .getByRole('link', { name: demo.word, exact: true })
          .first()
          .click()
        await expect(page).toHaveURL(/\/search\/list\?q=/)
        await expect(page.getByRole('combobox')).toHaveValue(demo.word)
        const results = page.getByRole('main').getByRole('listitem').getByRole('link')
        await expect(results.first()).toHaveText(demo.word)
        await expect(page.locator('main mark').first()).toBeVisible()
        await expect(page).toHaveTitle(new RegExp(`^${demo.word} · `))
        await results.first().click()
        await expect(page).toHaveURL(/\/drama\/detail\?id=\d+$/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.word)
      },
    )

    test(
      'recommended items show an image and link to their pages',
      { tag: ['@S2.40', '@S7.22'] },
      async ({ page }) => {
        await page.goto(getPath('/search/search', locale))
        const card = page.getByRole('main').getByRole('article').first()
        await expect(card.getByRole('img')).toBeVisible()
        const title = await card.getByRole('heading').innerText()
        await card.getByRole('link').click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      },
    )

    test(
      'titles are suggested for text typed before the field is interactive',
      { tag: '@always' },
      async ({ page }) => {
        const { release } = await blockRequests(page, '**/_astro/*.js')
        await page.goto(getPath('/search/search', locale), { waitUntil: 'commit' })
        const field = page.getByRole('combobox')
        await field.pressSequentially(demo.typed)
        release()
        await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(
          demo.title,
        )
        await expect(field).toHaveValue(demo.typed)
      },
    )

    test(
      'suggestions, results and item are usable by keyboard alone',
      { tag: ['@S1.03'] },
      async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 900 })
        const field = await openField(page, getPath('/search/search', locale))
        await field.focus()
        await page.keyboard.type(demo.typed)
        const list = page.getByRole('listbox')
        // The stage behind the field must not clip the list.
        await expect(list).toBeInViewport({ ratio: 0.95 })
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
        await expect(field).toHaveValue(demo.typed)
        await page.keyboard.press('ArrowDown')
        await expect(first).toContainText(demo.title)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.title)
        await expect(page).toHaveURL(/\/drama\/detail\?id=1$/)

        const again = await openField(page, getPath('/search/search', locale))
        await again.focus()
        await page.keyboard.type(demo.typed)
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(new RegExp(`/search/list\\?q=${demo.typed}$`))
        const result = page.getByRole('main').getByRole('listitem').getByRole('link').first()
        await expect(result).toHaveText(demo.title)
        await result.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.title)
      },
    )

    test(
      'pages through all results of one kind and back',
      { tag: ['@S2.54', '@S7.24'] },
      async ({ page }) => {
        await page.goto(getList(demo.listed, locale))
        await page
          .getByRole('link', {
            name: t.whole('search:more_label', { kind: t('search:kind_performance') }),
          })
          .click()
        await expect(page).toHaveURL(/type=performance$/)
        await expect(
          page.getByRole('heading', { level: 2, name: t('search:kind_performance') }),
        ).toBeVisible()
        const titles = page.getByRole('main').getByRole('heading', { level: 3 })
        await expect(titles).toHaveCount(10)
        const before = await titles.allInnerTexts()
        await page.getByRole('link', { name: t('common:next_page') }).click()
        await expect(page).toHaveURL(/page=2$/)
        await expect(page.getByText(t('search:results_range', { from: 11, to: 12 }))).toBeVisible()
        await expect(titles).toHaveCount(2)
        for (const title of await titles.allInnerTexts()) expect(before).not.toContain(title)
        await expect(page.getByRole('link', { name: t('common:next_page') })).toHaveCount(0)
        await page.getByRole('link', { name: t('common:previous_page') }).click()
        await expect(titles).toHaveCount(10)
        await page.getByRole('link', { name: t('search:back_to_all') }).click()
        await expect(page).toHaveURL(getList(demo.listed, locale))
      },
    )

    test(
      'without results shows a message and links to other content',
      { tag: ['@S2.41'] },
      async ({ page }) => {
        await page.goto(getList('zzqqxx', locale))
        await expect(
          page.getByRole('heading', { name: t('search:nothing', { q: 'zzqqxx' }) }),
        ).toBeVisible()
        await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
        await expect(
          page.getByRole('main').getByRole('heading', { level: 3 }).first(),
        ).toBeVisible()
      },
    )

    test(
      'recent searches stay on the device until they are cleared',
      { tag: ['@S2.40'] },
      async ({ page }) => {
        for (const q of RECENT) {
          await page.goto(getList(q, locale))
          await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
        }
        await openField(page, getPath('/search/search', locale))
        const recent = page.getByRole('region', { name: t('search:recent') })
        await expect(recent.getByRole('link')).toHaveText(RECENT.toReversed())
        await recent
          .getByRole('button', { name: t('search:recent_remove', { q: RECENT[0] }) })
          .click()
        await expect(recent.getByRole('link')).toHaveText(RECENT.slice(1))
        await expect(
          recent.getByRole('button', { name: t('search:recent_remove', { q: RECENT[1] }) }),
        ).toBeFocused()
        await page.reload()
        await expect(recent.getByRole('link')).toHaveText(RECENT.slice(1))
        await recent.getByRole('button', { name: t('search:recent_clear') }).click()
        await expect(recent.getByRole('link')).toHaveCount(0)
        await expect(recent).toBeFocused()
        expect(await page.evaluate(() => localStorage.getItem('recentSearches'))).toBe('[]')
        await page.reload()
        await expect(recent.getByRole('link')).toHaveCount(0)
      },
    )

    test(
      'the title page lists matching titles only',
      { tag: ['@S2.42', '@S7.23'] },
      async ({ page }) => {
        const response = await page.goto(
          `${getPath('/search/Title', locale)}?q=${encodeURIComponent(demo.title)}`,
        )
        expect(response?.status()).toBe(200)
        const titles = page.getByRole('main').getByRole('listitem').getByRole('link')
        await expect(titles.first()).toContainText(demo.title)
        await expect(titles.locator('mark')).toHaveCount(await titles.count())
        await expect(page).toHaveTitle(new RegExp(`^${demo.title} · `))
        await titles.first().click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.title)

        const path = `${getPath('/search/Title', locale)}?q=${encodeURIComponent(demo.text)}`
        await page.goto(path)
        await expect(
          page.getByText(t('search:titles_count', { q: demo.text, count: 0 })),
        ).toBeVisible()
        await expect(titles).toHaveCount(0)
        await page.getByRole('link', { name: t('search:titles_to_all') }).click()
        await expect(page.locator('main mark').first()).toHaveText(/./)
      },
    )

    test('without results of one kind links to all results', async ({ page }) => {
      await page.goto(getList(demo.text, locale, '&type=course'))
      const summary = t('search:results_of_kind', {
        q: demo.text,
        kind: t('search:kind_course'),
        count: 0,
      })
      await expect(page.getByText(summary)).toBeVisible()
      await page.getByRole('link', { name: t('search:back_to_all') }).click()
      await expect(page.locator('main mark').first()).toBeVisible()
    })

    test('shows an error while the API is down and retries on request', async ({ page }) => {
      await page.route('**/api/search/results*', (route) =>
        route.fulfill({ json: { code: 500_001, data: null, msg: '' } }),
      )
      await page.goto(getList(demo.title, locale))
      await expect(page.getByRole('alert')).toContainText(t.part('search:failed'))
      await page.unroute('**/api/search/results*')
      await page.getByRole('button', { name: t('common:try_again') }).click()
      await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText(demo.title)
    })

    for (const width of RUNS_ALL ? [1440, 390] : [390]) {
      test(`is accessible at ${width} px`, async ({ page, expectAccessible }) => {
        await page.setViewportSize({ width, height: 900 })
        const field = await openField(page, getPath('/search/search', locale))
        await expectAccessible()
        await field.fill(demo.title)
        await page.keyboard.press('ArrowDown')
        await expect(page.getByRole('option').first()).toBeVisible()
        await expectAccessible()
        const heading = page.getByRole('main').getByRole('heading', { level: 2 })
        // Below a list of titles, which has no heading.
        const linkOfTitles = page.getByRole('link', { name: t('search:titles_to_all') })
        for (const path of [
          getList(demo.title, locale),
          getList(demo.listed, locale, '&type=performance'),
          getList('zzqqxx', locale),
          getPath('/search/list', locale),
          `${getPath('/search/Title', locale)}?q=${encodeURIComponent(demo.title)}`,
        ]) {
          await page.goto(path)
          await expect(heading.or(linkOfTitles).first()).toBeVisible()
          await expectAccessible()
        }
        await page.goto(getPath('/search/search', locale))
        await expect(
          page
            .getByRole('region', { name: t('search:recent') })
            .getByRole('link')
            .first(),
        ).toBeVisible()
        await expectAccessible()
      })
    }
  })

  test.describe(`search without JavaScript in ${locale}`, () => {
    test.use({ javaScriptEnabled: false })

    test('the form opens the results page, which says that it needs JavaScript', async ({
      page,
    }) => {
      await page.goto(getPath('/search/search', locale))
      await page.getByRole('combobox').fill(demo.title)
      await page.getByRole('button', { name: t('search:submit'), exact: true }).click()
      await expect(page).toHaveURL(getList(demo.title, locale))
      // Text locators do not match inside `noscript`.
      const notice = page.getByRole('paragraph').filter({ hasText: t('search:no_script') })
      await expect(notice).toBeVisible()
      const lists = page.getByRole('navigation', { name: t('search:lists') })
      await lists.getByRole('link').first().click()
      await expect(page).toHaveURL(getPath('/drama/home', locale))
    })
  })
}

test('Enter searches after the suggestion that was active has gone', async ({ page }) => {
  const field = await openField(page, '/en/search/search')
  await field.focus()
  await page.keyboard.type('light')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.nth(1)).toBeVisible()
  const { release } = await blockRequests(page, '**/api/search/results?*')
  await page.keyboard.type(' zzzz')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  release()
  await expect(options).toHaveCount(1)
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\/list\?q=light\+zzzz$/)
})
