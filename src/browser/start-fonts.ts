import type { PageFonts } from '#config.ts'
import type { MaskView } from './loading-mask.ts'
import { loadFonts } from './page-fonts.ts'

// The entry of the script that stands in every page behind its mask: `components/head/Fonts.astro`.

const fonts = JSON.parse(document.getElementById('page-fonts')?.textContent || '{}') as
  PageFonts | Partial<PageFonts>

function createView(element: HTMLElement): MaskView {
  const number = element.querySelector('[data-percent]')
  const remove = () => element.remove()
  // A page that comes back from the browser's history has been seen before.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) remove()
  })
  return {
    show: () => {
      element.hidden = false
    },
    setProgress: (percent) => {
      element.style.setProperty('--progress', String(percent / 100))
      if (number) number.textContent = `${percent}`
    },
    part: () => {
      element.dataset['state'] = 'parting'
    },
    remove,
  }
}

/** Screens of a page that what is loaded at once covers. */
const NEAR_SCREENS = 3

const isComplete = (said: PageFonts | Partial<PageFonts>): said is PageFonts => 'sheet' in said

const mask = document.getElementById('loading-mask')
if (isComplete(fonts)) {
  void loadFonts(fonts, {
    document,
    storage: () => localStorage,
    createFace: (...said) => new FontFace(...said),
    clock: {
      now: () => performance.now(),
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (timer) => window.clearTimeout(timer),
    },
    mask: mask && createView(mask),
    onReading: (run) =>
      scrollY > 0 || document.documentElement.scrollHeight < innerHeight * NEAR_SCREENS
        ? run()
        : addEventListener('scroll', run, { once: true }),
    // oxlint-disable-next-line no-console -- one of the messages that the console lets pass
    log: (message, error) => console.error(message, error),
  })
}
