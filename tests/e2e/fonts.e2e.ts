import type { BrowserContext, CDPSession, Page } from 'playwright/test'
import { MASK as MASK_LOOK } from '#config.ts'
import { href } from '#routes.ts'
import { textsIn } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { pathOf, PHONE } from './paths.ts'
import { runInLocales } from './test-matrix.ts'

// These are about what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const FONTS = '**/fonts/*.woff2'
const MASK = '#loading-mask'
const isReady = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-fonts', 'ready')

/** Holds all fonts back until they are let go. */
async function holdFonts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(FONTS, async (route) => {
    await gate.promise
    await route.continue()
  })
  return () => gate.resolve()
}

/** Families that draw a part of the page, those of the system apart. */
async function readPlatformFonts(devtools: CDPSession, selector: string) {
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  const found = await Promise.all(
    nodeIds.map((nodeId) => devtools.send('CSS.getPlatformFontsForNode', { nodeId })),
  )
  return found.flatMap(({ fonts }) => fonts)
}

/** Which files of a page that its long text needs at its end have been asked for. */
const readLate = (page: Page) =>
  page.evaluate(() => {
    const said: { late: string[] } = JSON.parse(
      document.getElementById('page-fonts')?.textContent ?? '',
    )
    const asked = performance.getEntriesByType('resource').map(({ name }) => name)
    const came = said.late.filter((name) => asked.some((address) => address.includes(name)))
    return { all: said.late.length, came: came.length }
  })

/** Scrolls, and waits for what that brings. */
async function readOn(page: Page): Promise<void> {
  await page.mouse.wheel(0, 400)
  const { all } = await readLate(page)
  await expect.poll(() => readLate(page)).toEqual({ all, came: all })
}

test('the far end of a long text comes when somebody reads on', async ({ page }) => {
  await page.goto(pathOf('/business/home', 'zh-cn'))
  await isReady(page)
  const { all, came } = await readLate(page)
  expect(all).toBeGreaterThan(0)
  expect(came).toBe(0)
  await readOn(page)
})

test.describe('the mask', () => {
  for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
    test(
      `covers a first visit until five fonts are there, at ${viewport.width}`,
      { tag: ['@S2.66', '@S2.67', '@S4.21', '@S9.13', '@S9.14'] },
      async ({ page }) => {
        await page.setViewportSize(viewport)
        const letGo = await holdFonts(page)
        await page.goto(pathOf('/', 'zh-cn'), { waitUntil: 'commit' })
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
        // Nothing in it takes the focus: the first stop is the page's own.
        await page.keyboard.press('Tab')
        await expect(page.locator('.skip')).toBeFocused()
        letGo()
        await expect(mask).toBeHidden()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      },
    )
  }

  test(
    'does not come again once the fonts are cached, on whatever page',
    { tag: ['@S2.69', '@S9.11'] },
    async ({ page }) => {
      await page.addInitScript(() => {
        new MutationObserver(() => {
          if (document.documentElement.dataset['mask']) sessionStorage.setItem('mask', 'seen')
        }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-mask'] })
      })
      const wasMasked = () =>
        page.evaluate(() => {
          const seen = sessionStorage.getItem('mask')
          sessionStorage.removeItem('mask')
          return seen === 'seen'
        })
      await page.goto(pathOf('/', 'zh-cn'))
      await isReady(page)
      expect(await wasMasked()).toBe(true)
      for (const path of [pathOf('/course/home', 'zh-cn'), pathOf('/', 'zh-cn')]) {
        await page.goto(path)
        await isReady(page)
        expect(await wasMasked()).toBe(false)
      }
      // The storage remembers a visit; the cache has lost the files.
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.clearBrowserCache')
      await page.goto(pathOf('/', 'zh-cn'))
      await isReady(page)
      expect(await wasMasked()).toBe(true)
    },
  )

  test(
    'goes when fonts cannot be had, and says so',
    { tag: ['@S4.23', '@S4.24'] },
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '' })
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      await page.route(FONTS, (route) => route.abort())
      await page.goto(pathOf('/', 'zh-cn'))
      await expect(page.locator(MASK)).toBeHidden()
      await page
        .getByRole('link', { name: textsIn('zh-cn')('nav:course'), exact: true })
        .first()
        .click()
      await expect(page).toHaveURL(/course\/home$/)
      expect(errors.filter((text) => text.startsWith('[fonts]'))).not.toEqual([])
      await context.close()
    },
  )

  test('is never there without scripts', { tag: ['@S2.66'] }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(pathOf('/', 'zh-cn'))
    await expect(page.locator(MASK)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.close()
  })

  for (const locale of ['zh-cn', 'en'] as const) {
    test(`is not on the payment page in ${locale}`, { tag: ['@S2.68'] }, async ({ page }) => {
      const answer = await page.request.get(`${pathOf('/pay/pay', locale)}?id=AB12CD34`)
      expect(await answer.text()).not.toContain('id="loading-mask"')
    })
  }

  test('does not come back with a page from the history of the browser', async ({ page }) => {
    const letGo = await holdFonts(page)
    await page.goto(pathOf('/', 'zh-cn'), { waitUntil: 'commit' })
    await expect(page.locator(MASK)).toBeVisible()
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    )
    await expect(page.locator(MASK)).toBeHidden()
    letGo()
  })
})

test.describe('the fonts', () => {
  for (const locale of runInLocales('zh-cn')) {
    for (const path of [
      pathOf('/', locale),
      pathOf('/login', locale),
      pathOf('/course/home', locale),
      href('/course/detail', locale, { id: 1 }),
      pathOf('/search/search', locale),
    ]) {
      test(
        `draw all of ${path}, none is the system's`,
        { tag: ['@S9.18', '@S9.19', '@S9.20'] },
        async ({ page, context }) => {
          await page.goto(path)
          await isReady(page)
          await readOn(page)
          const devtools = await context.newCDPSession(page)
          await expect(async () => {
            const fonts = await readPlatformFonts(devtools, 'header *, main *, footer *')
            expect(fonts.map(({ postScriptName }) => postScriptName).join()).toContain(
              'NotoSerifSC',
            )
            expect(fonts.filter(({ isCustomFont }) => !isCustomFont)).toEqual([])
            expect(await listUncovered(page)).toEqual([])
          }).toPass({ timeout: 20_000 })
        },
      )
    }
  }

  test('close up a quote and the stop behind it', async ({ page }) => {
    await page.goto(pathOf('/business/home', 'zh-cn'))
    await isReady(page)
    await readOn(page)
    // In two files each of them is one em wide.
    await expect
      .poll(() => listPairWidths(page))
      .toEqual(expect.arrayContaining([expect.closeTo(1.5)]))
    expect(Math.max(...(await listPairWidths(page)))).toBeCloseTo(1.5)
  })

  test('have a rare character that somebody types, too, in the serif', async ({
    page,
    context,
  }) => {
    await page.goto(pathOf('/search/search', 'zh-cn'))
    await isReady(page)
    await typeRareWord(page, context)
    // A face that is still loading counts as drawn, so the file is awaited.
    const listLoaded = () =>
      page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      )
    await expect.poll(async () => (await listLoaded()).join()).toContain('Noto Serif SC Variable')
  })

  test('of what was found come for what is in sight, and for more when somebody reads on', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await page.goto(href('/search/list', 'zh-cn', { q: '演出' }))
    await isReady(page)
    await expect.poll(() => countSlices(page)).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    const before = await countSlices(page)
    await page.mouse.wheel(0, 2000)
    await expect.poll(() => countSlices(page)).toBeGreaterThan(before)
  })

  test('spare those who save data', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await page.goto(pathOf('/search/search', 'zh-cn'))
    await isReady(page)
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('龘')
    // Others ask for more while the character is typed.
    await expect(page.locator('head link[href*="_astro/fonts"]')).toHaveCount(0)
    const asked = await page.evaluate(() => performance.getEntriesByType('resource'))
    expect(asked.filter(({ name }) => name.includes('/fonts/slices-'))).toEqual([])
  })
})

/** Widths in em of the closing quotes of a page that a comma or a stop follows on the same line. */
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

/** How many files of the serif have been loaded for text that came after the page. */
const countSlices = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const fonts = document.getElementById('page-fonts')?.textContent ?? ''
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const files = loaded.flatMap((name) => /serif-\d+-[0-9a-f]{16}/.exec(name) ?? [])
    return files.filter((file) => !fonts.includes(file)).length
  })

/** Types a character that no page of the venue holds; resolves when a face of the site draws it. */
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

/** The node whose text is a word, in the shadow of fields too. */
function findText(node: DomNode, word: string, parent = node): number | null {
  if (node.nodeValue === word) return parent.nodeId
  for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) {
    const found = findText(child, word, node)
    if (found !== null) return found
  }
  return null
}

/**
 * Characters of the serif that no file of the page holds in the weight that the browser computes:
 * the build worked the weights out from the style sheets.
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
