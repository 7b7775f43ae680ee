import { FONTS_READY, type PageFonts } from '#config.ts'
import { watchLiveText } from './live-text.ts'

// The entry for pages with islands: `components/head/IslandBehaviours.astro`.

declare global {
  interface Navigator {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
}

const OBSERVED = { childList: true, characterData: true, subtree: true }

function start(): void {
  const said = document.getElementById('page-fonts')?.textContent || '{}'
  const { slices, library, own } = JSON.parse(said) as PageFonts
  watchLiveText(
    { slices, ...(library !== undefined && { library }), ...(own && { own }) },
    {
      document,
      connection: navigator.connection,
      weightOf: (element) => getComputedStyle(element).fontWeight,
      observe: (root, changed) => {
        const observer = new MutationObserver((records) =>
          changed(
            records.flatMap(({ target, type, addedNodes }) =>
              type === 'characterData' ? [target] : [...addedNodes],
            ),
          ),
        )
        observer.observe(root, OBSERVED)
        return () => observer.disconnect()
      },
      addSheet: (href) =>
        new Promise((resolve) => {
          const link = document.createElement('link')
          link.rel = 'stylesheet'
          link.href = href
          link.addEventListener('load', () => resolve())
          link.addEventListener('error', () => resolve())
          document.head.append(link)
        }),
    },
  )
}

if (document.documentElement.dataset['fonts'] === 'ready') start()
else document.addEventListener(FONTS_READY, start, { once: true })
