import { FONTS_READY, type PageFonts } from '#config.ts'
import { loadFace, useFaces } from './font-face.ts'
import { watchLiveText } from './live-text.ts'

// The entry for pages with islands: `components/head/IslandBehaviours.astro`.

declare global {
  interface Navigator {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
}

const OBSERVED = { childList: true, characterData: true, subtree: true }

const rangeOf = (characters: string): string =>
  Array.from(characters, (one) => `U+${one.codePointAt(0)?.toString(16)}`).join()

function start(): void {
  const fonts = JSON.parse(document.getElementById('page-fonts')?.textContent || '{}') as PageFonts
  watchLiveText(fonts, {
    document,
    connection: navigator.connection,
    weightOf: (element) => getComputedStyle(element).fontWeight,
    nextPaint: () =>
      new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    observe: (root, changed) =>
      new MutationObserver((records) =>
        changed(
          records.flatMap(({ target, type, addedNodes }) =>
            type === 'characterData' ? [target] : [...addedNodes],
          ),
        ),
      ).observe(root, OBSERVED),
    addSheet: (href) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      document.head.append(link)
    },
    readLibrary: (href) =>
      fetch(href)
        .then((answer) => answer.json())
        .catch(() => ({})),
    // What does not come is read in the serif of the system.
    bringFaces: (files) =>
      useFaces(
        files.map(([name, characters]) =>
          loadFace(name, fonts.base, window, rangeOf(characters)).catch(() => {}),
        ),
        window,
      ),
  })
}

if (document.documentElement.dataset['fonts'] === 'ready') start()
else document.addEventListener(FONTS_READY, start, { once: true })
