import type { PageFonts } from '#config.ts'
import type { MaskView } from './loading-mask.ts'
import { loadFonts } from './page-fonts.ts'

// Entry of the inline script in the head of every page (`components/head/Fonts.astro`). The body with the
// mask may not be parsed yet.

const fonts = JSON.parse(document.getElementById('page-fonts')?.textContent || '{}') as
  | PageFonts
  | Pick<PageFonts, 'wholeSerif'>

function createView(): MaskView {
  const { dataset } = document.documentElement
  const remove = () => {
    delete dataset['mask']
  }
  // Pages from the back/forward cache need no mask.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) remove()
  })
  return {
    show: () => {
      dataset['mask'] = 'shown'
    },
    setProgress: (percent) =>
      document.getElementById('loading-mask')?.style.setProperty('--percent', `${percent}`),
    visibleMs: () =>
      performance.now() - (performance.getEntriesByType('paint')[0]?.startTime ?? Infinity),
    part: () => {
      dataset['mask'] = 'parting'
    },
    remove,
  }
}

/** Number of screens that the eagerly loaded fonts cover. */
const NEAR_SCREENS = 3

declare global {
  interface Navigator {
    connection?: { saveData?: boolean }
  }
}

if ('sheet' in fonts) {
  void loadFonts(fonts, {
    view: window,
    mask: createView(),
    savesData: navigator.connection?.saveData === true,
    onReading: (run) =>
      scrollY > 0 ||
      // A page that is still parsing has no final height.
      (document.readyState !== 'loading' &&
        document.documentElement.scrollHeight < innerHeight * NEAR_SCREENS)
        ? run()
        : addEventListener('scroll', run, { once: true }),
    // oxlint-disable-next-line no-console -- one of the allowed messages (`quiet-console.ts`)
    log: console.error,
  })
}
