import type { PageFonts } from '#config.ts'
import type { MaskView } from './loading-mask.ts'
import { loadFonts } from './page-fonts.ts'

// The entry of the script in the head of every page: `components/head/Fonts.astro`. The body with the
// mask may not have come yet.

const fonts = JSON.parse(document.getElementById('page-fonts')?.textContent || '{}') as
  PageFonts | Pick<PageFonts, 'slices'>

function createView(): MaskView {
  const { dataset } = document.documentElement
  const remove = () => {
    delete dataset['mask']
  }
  // A page that comes back from the browser's history has been seen before.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) remove()
  })
  return {
    show: () => {
      dataset['mask'] = 'shown'
    },
    setProgress: (percent) =>
      document.getElementById('loading-mask')?.style.setProperty('--percent', `${percent}`),
    readSeenMs: () =>
      performance.now() - (performance.getEntriesByType('paint')[0]?.startTime ?? Infinity),
    part: () => {
      dataset['mask'] = 'parting'
    },
    remove,
  }
}

/** Screens of a page that what is loaded at once covers. */
const NEAR_SCREENS = 3

if ('sheet' in fonts) {
  void loadFonts(fonts, {
    view: window,
    mask: createView(),
    onReading: (run) =>
      scrollY > 0 ||
      // What has come of a page that is still coming is short.
      (document.readyState !== 'loading' &&
        document.documentElement.scrollHeight < innerHeight * NEAR_SCREENS)
        ? run()
        : addEventListener('scroll', run, { once: true }),
    // oxlint-disable-next-line no-console -- one of the messages that the console lets pass
    log: console.error,
  })
}
