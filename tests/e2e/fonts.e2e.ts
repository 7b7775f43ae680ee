import type { BrowserContext, CDPSession, Page } from 'playwright/test'
import { MASK as MASK_LOOK } from '#config.ts'
import { href } from '#routes.ts'
import { blockRequests } from '#tests/support/block-requests.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { restorePage } from '#tests/support/restore-page.ts'
import { expect, test } from './fixtures.ts'
import { getPath, PHONE } from './paths.ts'
import { runInLocales } from './test-matrix.ts'

// The loading mask is animated.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const FONTS = '**/fonts/*.woff2'
const MASK = '#loading-mask'
const isReady = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-fonts', 'ready')

/** Fonts that render the matching elements, with a flag for web fonts. */
async function readPlatformFonts(devtools: CDPSession, selector: string) {
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  const results = await Promise.all(
    nodeIds.map((nodeId) => devtools.send('CSS.getPlatformFontsForNode', { nodeId })),
  )
  return results.flatMap(({ fonts }) => fonts)
}

/** Number of late font files of a page (for text far below the first screen), and of those requested. */
const countLateFonts = (page: Page) =>
  page.evaluate(() => {
    const pageFonts: { late: string[] } = JSON.parse(
      document.getElementById('page-fonts')?.textContent ?? '',
    )
    const urls = performance.getEntriesByType('resource').map(({ name }) => name)
    const loaded = pageFonts.late.filter((name) => urls.some((url) => url.includes(name)))
    return { all: pageFonts.late.length, loaded: loaded.length }
  })

/** Scrolls and waits until all late fonts have been requested. */
async function loadLateFonts(page: Page): Promise<void> {
  await page.mouse.wheel(0, 400)
  const { all } = await countLateFonts(page)
  await expect.poll(() => countLateFonts(page)).toEqual({ all, loaded: all })
}

test('fonts for the end of a long text load on scroll', async ({ page }) => {
  await page.goto(getPath('/business/home', 'zh-cn'))
  await isReady(page)
  const { all, loaded } = await countLateFonts(page)
  expect(all).toBeGreaterThan(0)
  expect(loaded).toBe(0)
  await loadLateFonts(page)
})

test.describe('the loading mask', () => {
  for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
    test(
      `covers a first visit until five fonts have loaded, at ${viewport.width}`,
      { tag: ['@S2.66', '@S2.67', '@S4.21', '@S9.13', '@S9.14'] },
      async ({ page }) => {
        await page.setViewportSize(viewport)
        const { release: releaseFonts } = await blockRequests(page, FONTS)
        await page.goto(getPath('/', 'zh-cn'), { waitUntil: 'commit' })
        const mask = page.locator(MASK)
        await expect(mask).toBeVisible()
        await expect(mask).toHaveCSS('z-index', String(MASK_LOOK.zIndex))
        await expect(mask).toHaveAttribute('aria-hidden', 'true')
        const readPercent = () =>
          mask.evaluate(({ style }) => Number(style.getPropertyValue('--percent')))
        await expect.poll(readPercent).toBeGreaterThan(0)
        const bar = await mask.locator('.bar').boundingBox()
        expect(bar?.width).toBe(MASK_LOOK.barWidthPx)
        const cover = await mask.boundingBox()
        expect(cover).toMatchObject({ x: 0, y: 0, ...viewport })
        // The mask is not focusable: the first tab stop belongs to the page.
        await page.keyboard.press('Tab')
        const skip = page.getByRole('link', { name: getTexts('zh-cn')('common:skip_to_content') })
        await expect(skip).toBeFocused()
        releaseFonts()
        await expect(mask).toBeHidden()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      },
    )
  }

  test(
    'does not appear on any page once the fonts are cached',
    { tag: ['@S2.69', '@S9.11'] },
    async ({ page }) => {
      await page.addInitScript(() => {
        new MutationObserver(() => {
          if (document.documentElement.dataset['mask']) sessionStorage.setItem('mask', 'shown')
        }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-mask'] })
      })
      const wasMasked = () =>
        page.evaluate(() => {
          const mask = sessionStorage.getItem('mask')
          sessionStorage.removeItem('mask')
          return mask === 'shown'
        })
      await page.goto(getPath('/', 'zh-cn'))
      await isReady(page)
      expect(await wasMasked()).toBe(true)
      for (const path of [getPath('/course/home', 'zh-cn'), getPath('/', 'zh-cn')]) {
        await page.goto(path)
        await isReady(page)
        expect(await wasMasked()).toBe(false)
      }
      // Local storage records the visit, but the fonts are no longer cached.
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.clearBrowserCache')
      await page.goto(getPath('/', 'zh-cn'))
      await isReady(page)
      expect(await wasMasked()).toBe(true)
    },
  )

  test(
    'hides and logs an error if fonts cannot be loaded',
    { tag: ['@S4.23', '@S4.24'] },
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '' })
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      await page.route(FONTS, (route) => route.abort())
      await page.goto(getPath('/', 'zh-cn'))
      await expect(page.locator(MASK)).toBeHidden()
      await page
        .getByRole('link', { name: getTexts('zh-cn')('nav:course'), exact: true })
        .first()
        .click()
      await expect(page).toHaveURL(/course\/home$/)
      expect(errors.filter((text) => text.startsWith('[fonts]'))).not.toEqual([])
      await context.close()
    },
  )

  test('does not appear without JavaScript', { tag: ['@S2.66'] }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(getPath('/', 'zh-cn'))
    await expect(page.locator(MASK)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.close()
  })

  for (const locale of ['zh-cn', 'en'] as const) {
    test(`is absent from the payment page in ${locale}`, { tag: ['@S2.68'] }, async ({ page }) => {
      const response = await page.request.get(`${getPath('/pay/pay', locale)}?id=AB12CD34`)
      expect(await response.text()).not.toContain('id="loading-mask"')
    })
  }

  test('hides when a page is restored from the back/forward cache', async ({ page }) => {
    const { release: releaseFonts } = await blockRequests(page, FONTS)
    await page.goto(getPath('/', 'zh-cn'), { waitUntil: 'commit' })
    await expect(page.locator(MASK)).toBeVisible()
    await restorePage(page)
    await expect(page.locator(MASK)).toBeHidden()
    releaseFonts()
  })
})

test.describe('fonts', () => {
  for (const locale of runInLocales('zh-cn')) {
    for (const path of [
      getPath('/', locale),
      getPath('/login', locale),
      getPath('/course/home', locale),
      href('/course/detail', locale, { id: 1 }),
      getPath('/search/search', locale),
    ]) {
      test(
        `web fonts render all text of ${path}`,
        { tag: ['@S9.18', '@S9.19', '@S9.20'] },
        async ({ page, context }) => {
          await page.goto(path)
          await isReady(page)
          await loadLateFonts(page)
          const devtools = await context.newCDPSession(page)
          await expect(async () => {
            const fonts = await readPlatformFonts(devtools, 'header *, main *, footer *')
            expect(fonts.map(({ postScriptName }) => postScriptName).join()).toContain(
              'NotoSerifSC',
            )
            expect(fonts.filter(({ isCustomFont }) => !isCustomFont)).toEqual([])
            expect(await listUncovered(page)).toEqual([])
          }).toPass()
        },
      )
    }
  }

  test('kern a closing quote with the punctuation after it', async ({ page }) => {
    await page.goto(getPath('/business/home', 'zh-cn'))
    await isReady(page)
    await loadLateFonts(page)
    // From two font files, each would be one em wide. Browsers may round each to whole pixels.
    await expect.poll(async () => Math.max(...(await listPairWidths(page)))).toBeCloseTo(1.5, 1)
  })

  test('set the apostrophes of English results on a Chinese page', async ({ page, context }) => {
    await page.goto(href('/search/list', 'zh-cn', { q: 'tea' }))
    await isReady(page)
    const devtools = await context.newCDPSession(page)
    await expect(async () => {
      const fonts = await readPlatformFonts(devtools, 'main p[lang="en"]')
      const names = fonts.map(({ postScriptName }) => postScriptName).join()
      expect(names).toContain('SourceSerif4')
      expect(names).not.toContain('NotoSerifSC')
    }).toPass()
  })

  test('render a rare typed character in the serif', async ({ page, context }) => {
    await page.goto(getPath('/search/search', 'zh-cn'))
    await isReady(page)
    await typeRareWord(page, context)
    // A font that is still loading is reported as used, so wait for the file.
    const listLoaded = () =>
      page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      )
    await expect.poll(async () => (await listLoaded()).join()).toContain('Noto Serif SC Variable')
  })

  test('load for visible search results, and for more on scroll', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto(href('/search/list', 'zh-cn', { q: '演出' }))
    await isReady(page)
    await expect.poll(() => countSlices(page)).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    const before = await countSlices(page)
    await page.mouse.wheel(0, 2000)
    await expect.poll(() => countSlices(page)).toBeGreaterThan(before)
  })

  test('do not load for typed text in data-saver mode', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await page.goto(getPath('/search/search', 'zh-cn'))
    await isReady(page)
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('龘')
    // Otherwise the sheet of the whole serif is added once the fonts of the page are ready.
    await expect(page.locator('head link[href*="_astro/fonts"]')).toHaveCount(0)
    const resources = await page.evaluate(() => performance.getEntriesByType('resource'))
    expect(resources.filter(({ name }) => name.includes('/fonts/slices-'))).toEqual([])
  })
})

/** Widths in em of closing quotes followed by a comma or full stop on the same line. */
const listPairWidths = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const widths: number[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      for (const { index } of (node.nodeValue ?? '').matchAll(/”[，。]/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 2)
        const [line, ...more] = range.getClientRects()
        if (!line || more.length > 0 || !node.parentElement) continue
        widths.push(line.width / Number.parseFloat(getComputedStyle(node.parentElement).fontSize))
      }
    }
    return widths
  })

/** Number of serif files loaded for text added after page load. */
const countSlices = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const fonts = document.getElementById('page-fonts')?.textContent ?? ''
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const files = loaded.flatMap((name) => /serif-\d+-[0-9a-f]{16}/.exec(name) ?? [])
    return files.filter((file) => !fonts.includes(file)).length
  })

/** Types a character that no page contains; resolves when a web font renders it. */
async function typeRareWord(page: Page, context: BrowserContext): Promise<void> {
  const field = page.getByRole('searchbox').or(page.getByRole('combobox')).first()
  await field.fill('龘')
  const devtools = await context.newCDPSession(page)
  await expect
    .poll(async () => {
      await devtools.send('DOM.enable')
      const { root } = await devtools.send('DOM.getDocument', { depth: -1, pierce: true })
      const id = findText(root, '龘')
      if (id === null) return 'not there'
      await devtools.send('CSS.enable')
      const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId: id })
      return fonts.map(({ isCustomFont }) => isCustomFont).join()
    })
    .toBe('true')
}

interface DomNode {
  nodeId: number
  nodeValue: string
  children?: DomNode[]
  shadowRoots?: DomNode[]
}

/** The id of the element whose text equals `word`, in shadow roots of fields too. */
function findText(node: DomNode, word: string, parent = node): number | null {
  if (node.nodeValue === word) return parent.nodeId
  for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) {
    const id = findText(child, word, node)
    if (id !== null) return id
  }
  return null
}

/**
 * Chinese texts whose computed font weight has no loaded serif file. The build derives the weights
 * from the style sheets.
 */
function listUncovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const han = /\p{Script=Han}/u
    const missing = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const loaded = new Set(
      [...document.fonts]
        .filter(({ status, family }) => status === 'loaded' && /site serif/i.test(family))
        .map(({ weight }) => weight),
    )
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (!parent || parent.closest('script, style, noscript, svg, template')) continue
      if (!parent.checkVisibility()) continue
      const { fontWeight } = getComputedStyle(parent)
      const text = walker.currentNode.nodeValue ?? ''
      if (han.test(text) && !loaded.has(fontWeight)) missing.add(`${fontWeight} ${text.trim()}`)
    }
    return [...missing]
  })
}
