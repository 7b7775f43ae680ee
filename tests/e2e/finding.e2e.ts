import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { getPath } from './paths.ts'
import { runInLocales } from './test-matrix.ts'

// Demo content.
const CITY = { 'zh-cn': '苏州', en: 'Suzhou' } as const
const GENRE = { 'zh-cn': '舞蹈', en: 'Dance' } as const

for (const locale of runInLocales('en')) {
  const t = getTexts(locale)

  test(
    `a visitor filters performances and shares the list by URL (${locale})`,
    { tag: '@always' },
    async ({ page }) => {
      await page.goto(getPath('/drama/home', locale))
      const cards = page.locator('[data-filter-item]').getByRole('article')
      const status = page.getByRole('status').filter({ hasText: t.whole('drama:found') })
      const all = await cards.count()
      await expect(status).toContainText(String(all))

      await page.getByLabel(t('drama:filter_city')).selectOption(CITY[locale])
      await expect(page).toHaveURL(/\?city=\d+$/)
      const shown = cards.filter({ visible: true })
      const inSuzhou = await shown.count()
      expect(inSuzhou).toBeGreaterThan(0)
      expect(inSuzhou).toBeLessThan(all)
      await expect(status).toContainText(String(inSuzhou))

      await test.step('the URL restores the list', async () => {
        await page.reload()
        await expect(shown).toHaveCount(inSuzhou)
        await expect(page.getByLabel(t('drama:filter_city')).locator('option:checked')).toHaveText(
          CITY[locale],
        )
      })

      await test.step('an empty list offers to show all', async () => {
        await page.getByLabel(t('drama:filter_genre')).selectOption(GENRE[locale])
        await expect(page.getByText(t('drama:none_match'))).toBeVisible()
        await expect(shown).toHaveCount(0)
        await page.getByRole('button', { name: t('drama:show_all') }).click()
        await expect(shown).toHaveCount(all)
        await expect(page).toHaveURL(/\/drama\/home$/)
      })

      await test.step('going back undoes one choice at a time', async () => {
        await page.goBack()
        await expect(shown).toHaveCount(0)
        await page.goBack()
        await expect(shown).toHaveCount(inSuzhou)
      })
    },
  )
}

test(
  'labels and the filter of courses show the current states',
  { tag: '@always' },
  async ({ page }) => {
    const server_time = '2027-05-01T12:00:00+08:00'
    const course = [{ id: 1, state: 'sold_out', places_left: null }]
    const data = { performance: [], show: [], course, course_date: [], activity: [], server_time }
    await page.route('**/api/live/facts', (route) =>
      route.fulfill({ json: { code: 200, msg: '', time: 0, data } }),
    )
    await page.goto('/en/course/category?state=open')
    const open = page.locator('[data-filter-item]').filter({ visible: true })
    const label = page.locator('[data-live="course:1"]')
    const first = page.locator('[data-filter-item]').filter({ has: label })
    await expect(first).toBeHidden()
    expect(await open.count()).toBeGreaterThan(0)
    await page.goto('/en/course/category?state=sold_out')
    await expect(first).toBeVisible()
    await expect(label).toHaveText(getTexts('en')('states:course_sold_out'))
  },
)

test('the wall of artists shows the chosen discipline after going back', async ({ page }) => {
  await page.goto('/en/artist/masonry')
  const artists = page.locator('main [data-discipline]').filter({ visible: true })
  const all = await artists.count()
  await page.locator('label:has([name="discipline"])').nth(1).click()
  const chosen = await artists.count()
  expect(chosen).toBeLessThan(all)
  await page.goto('/en/about/about')
  await page.goBack()
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await expect(artists).toHaveCount(chosen)
})

test.describe('performance list without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows all performances and no filter', async ({ page }) => {
    await page.goto('/drama/home?city=2')
    await expect(page.getByLabel(getTexts('zh-cn')('drama:filter_city'))).toBeHidden()
    const cards = page.locator('[data-filter-item]').getByRole('article')
    expect(await cards.filter({ visible: true }).count()).toBe(await cards.count())
  })
})

test.describe('search', () => {
  test(
    'highlights the matching sentence if the title does not match',
    { tag: '@always' },
    async ({ page }) => {
      await page.goto('/en/search/list?q=tea')
      const results = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.locator('h3') })
      await expect(results.first().getByRole('link')).toHaveText('Teahouse')
      const count = await results.count()
      expect(count).toBeGreaterThan(3)
      await expect(results.filter({ has: page.locator('mark') })).toHaveCount(count)
    },
  )

  test('ranks a title first whose first Pinyin syllable matches', async ({ page }) => {
    await page.goto('/search/list?q=ch')
    const first = page.getByRole('main').getByRole('listitem').first()
    await expect(first.getByRole('link')).toHaveText('茶馆')
    await expect(first.locator('mark')).toHaveText('茶')
  })

  for (const [path, q, title, target] of [
    ['/search/search', '会员', '会员', '/pay/member'],
    ['/en/search/search', 'box office', 'Your visit and the box office', '/en/about/about'],
  ] as const) {
    test(`suggests and lists pages: ${q}`, async ({ page }) => {
      await page.goto(path)
      const field = page.getByRole('combobox')
      await expect(field).toHaveAttribute('data-ready')
      await field.pressSequentially(q)
      const option = page.getByRole('option').first()
      await expect(option).toContainText(title)
      const box = await option.boundingBox()
      const text = await option.getByText(title).boundingBox()
      expect((text?.x ?? 0) - (box?.x ?? 0)).toBeGreaterThan(10)
      await page.keyboard.press('Enter')
      const link = page.getByRole('main').getByRole('link', { name: title, exact: true })
      await expect(link.first()).toHaveAttribute('href', target)
    })
  }
})
