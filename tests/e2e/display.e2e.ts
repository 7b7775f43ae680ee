import type { Page } from 'playwright/test'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expectShownInFull } from './expect-shown-in-full.ts'
import { expect, test } from './fixtures.ts'

const t = getTexts('en')

// These tests cover animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('all sections are visible at once', async ({ page }) => {
    await page.goto('/en')
    const waiting = page.locator('[data-reveal="waiting"]').first()
    await expect(waiting).toBeAttached()
    await expect(waiting).toHaveCSS('opacity', '1')
    await expect(waiting).toHaveCSS('translate', 'none')
  })

  test('a new width of the window starts no transitions', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/en/drama/home')
    await page.evaluate(() => {
      addEventListener('resize', () => {
        document.documentElement.dataset['running'] = String(document.getAnimations().length)
      })
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.locator('html')).toHaveAttribute('data-running', '0')
  })
})

test('forced colours hide the decorative title', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/drama/home')
  const display = page
    .locator('.page-head')
    .evaluate((head) => getComputedStyle(head, '::before').display)
  expect(await display).toBe('none')
})

for (const selector of ['.site-header nav', '.page-head nav']) {
  test(`forced colours underline only the current link of ${selector}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/en/news/detail')
    const links = page.locator(selector).getByRole('link')
    const background = await page.evaluate(() => {
      const probe = document.createElement('i')
      probe.style.color = 'Canvas'
      document.body.append(probe)
      return getComputedStyle(probe).color
    })
    const underlined = await links.evaluateAll(
      (nodes, hidden) =>
        nodes
          .filter((node) => getComputedStyle(node).borderBottomColor !== hidden)
          .map((node) => node.getAttribute('aria-current')),
      background,
    )
    expect(underlined).toEqual(['page'])
  })
}

test('forced colours show today and the days with entries', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/en/calendar/calendar')
  await expect(page.locator('td[aria-current="date"] .date')).toHaveCSS('outline-style', 'solid')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: t('calendar:next_month') }).click()
  const mark = page.locator('.week-strip .marks i').first()
  await expect(mark).toHaveCSS('border-top-color', 'rgb(0, 0, 0)')
  await expect(mark).not.toHaveCSS('border-top-width', '0px')
})

test('the phone number of the business enquiry does not wrap', async ({ page }) => {
  for (const path of ['/business/home', '/en/business/home']) {
    await page.goto(path)
    const number = page.locator('.enquiry').getByText(/5550 1998$/)
    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await number.evaluate((node) => node.getClientRects().length)).toBe(1)
    }
  }
})

test('a focused title at the edge of a row on phones is shown in full', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  for (const path of ['/en/course/home', '/en/search/search']) {
    await page.goto(path)
    await expectShownInFull(page, page.locator('.row').first().getByRole('link'))
  }
})

test('the outline of a focused result at the edge of its row is shown in full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/en/search/list?q=the')
  const link = page.locator('.hit:not(:has(time))').last().getByRole('link')
  /** Whether the focus changes the pixels left of the link. */
  async function hasOutline(): Promise<boolean> {
    await link.scrollIntoViewIfNeeded()
    const { x, y, height } = (await link.boundingBox()) ?? { x: 0, y: 0, height: 0 }
    const clip = { x: x - 5, y, width: 4, height }
    await link.blur()
    const withoutFocus = await page.screenshot({ clip })
    await link.focus()
    return !(await page.screenshot({ clip })).equals(withoutFocus)
  }
  // Rows above can change their height when they are laid out.
  await expect.poll(hasOutline).toBe(true)
})

test('a focused link in a long list of works is on the screen', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 640 })
  await page.goto('/en/artist/detail?id=1')
  const link = page
    .getByRole('complementary', { name: t('artist:works') })
    .getByRole('link')
    .last()
  await link.focus()
  await expect(link).toBeInViewport({ ratio: 1 })
})

test('a wider spacing of text does not widen the page', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/en/about/about')
  // The values of WCAG 1.4.12.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets = [sheet]
  })
  const measureOverflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(measureOverflow).toBeLessThanOrEqual(0)
})

test('a link that looks like a button centres a long label', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/en')
  const link = page.getByRole('main').locator('a.button').first()
  await expect(link).toHaveCSS('text-align', 'center')
})

test('print media show all sections', async ({ page }) => {
  await page.goto('/en')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-reveal="waiting"]').first()).toHaveCSS('opacity', '1')
})

/** The names of a role in Chromium's accessibility tree, which Playwright's own names only approximate. */
async function readNames(page: Page, role: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes
    .filter((node) => !node.ignored && node.role?.value === role)
    .map(({ name }) => String(name?.value))
}

test('screen readers do not read decoration', async ({ page }) => {
  await page.goto('/en/artist/masonry')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const texts = await readNames(page, 'StaticText')
  expect(texts.filter((text) => text === title)).toHaveLength(1)
  await page.goto('/en')
  const links = await readNames(page, 'link')
  expect(links).toContain(t('home:all_performances'))
  expect(links.filter((name) => name.includes('→'))).toEqual([])
})

test('screen readers read the words of a name apart', async ({ page }) => {
  await page.goto('/en/login')
  const [agreement, policy] = [t('login:agreement'), t('login:policy')]
  expect(await readNames(page, 'checkbox')).toEqual([
    `${t('login:agree_1')} ${agreement} ${t('login:agree_and')} ${policy}`,
  ])
  await page.goto('/en/calendar/calendar')
  const days = await readNames(page, 'gridcell')
  expect(days.length).toBeGreaterThan(27)
  expect(days.filter((name) => !/^\d+ [A-Z][a-z]+ [A-Z][a-z]+(?: |$)/.test(name))).toEqual([])
  await page.goto('/en/drama/detail?id=1')
  const headings = await readNames(page, 'heading')
  expect(headings.filter((name) => /[a-z]\d/.test(name))).toEqual([])
})

test('print media show the head of an article in black on white', async ({ page }) => {
  await page.goto('/en/news/detail?id=1')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('.news-head')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

test.describe('images', () => {
  test('start loading within 1.3 screens', { tag: ['@S9.15'] }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/en/artist/masonry')
    // Not by its requests: browsers load lazy images from a distance of their own.
    const image = await page.locator('img[loading="lazy"]').last().elementHandle()
    const placeAt = (screens: number) =>
      image?.evaluate(async (node, share) => {
        scrollBy(0, node.getBoundingClientRect().top - innerHeight * share)
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
        return node.getAttribute('loading')
      }, screens)
    expect(await placeAt(1.4)).toBe('lazy')
    await expect.poll(() => placeAt(1.2)).toBe('eager')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const late = () =>
      page.evaluate(
        () =>
          [...document.images].filter((one) => {
            const { top, height } = one.getBoundingClientRect()
            return height > 0 && top < innerHeight * 1.3 && one.currentSrc === ''
          }).length,
      )
    await expect.poll(late).toBe(0)
  })

  test(
    'that fail are tried three times, then leave an empty box of the same size',
    { tag: ['@S9.16'] },
    async ({ page }) => {
      await page.clock.install({ time: 0 })
      await page.clock.pauseAt(1000)
      const requestCounts = new Map<string, number>()
      await page.route(
        /\/_?(?:media|images|astro)\/.*\.(?:avif|webp|jpe?g|png|svg)$/,
        async (route) => {
          const url = route.request().url()
          requestCounts.set(url, (requestCounts.get(url) ?? 0) + 1)
          await route.fulfill({ status: 404, body: '' })
        },
      )
      await page.goto('/en/about/about')
      const image = page.getByRole('main').getByRole('img').first()
      const source = await image.evaluate((node: HTMLImageElement) => node.currentSrc)
      const box = await image.boundingBox()
      await expect.poll(() => requestCounts.get(source)).toBe(1)
      // The page handles a failure and sets its timer shortly after the response.
      for (const [wait, times] of [
        [1000, 2],
        [2000, 3],
      ] as const) {
        await expect(async () => {
          await page.clock.runFor(wait)
          expect(requestCounts.get(source)).toBe(times)
        }).toPass()
      }
      await expect(image).toHaveAttribute('data-failed')
      await page.clock.runFor(60_000)
      expect(requestCounts.get(source)).toBe(3)
      expect((await image.boundingBox())?.height).toBeCloseTo(box?.height ?? 0, -1)
    },
  )
})
