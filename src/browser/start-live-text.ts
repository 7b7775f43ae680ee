import { FONTS_READY, type PageFonts } from '#config.ts'
import { rangeOfGroup } from '#font-library.ts'
import { loadFace, useFaces } from './font-face.ts'
import { watchLiveText } from './live-text.ts'

// The entry for pages with islands: `components/head/IslandBehaviours.astro`.

declare global {
  interface Navigator {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
}

const OBSERVED = { childList: true, characterData: true, subtree: true }

function start(): void {
  // A page whose fonts were loaded has said all of them.
  const fonts = JSON.parse(
    document.getElementById('page-fonts')?.textContent ?? '',
  ) as Required<PageFonts>
  watchLiveText(fonts, {
    document,
    connection: navigator.connection,
    weightOf: (element) => getComputedStyle(element).fontWeight,
    nextPaint: () =>
      new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    observe: (root, changed) =>
      new MutationObserver((records) =>
        changed(
          records.flatMap(({ target, addedNodes }) =>
            target instanceof Text ? [target] : [...addedNodes],
          ),
        ),
      ).observe(root, OBSERVED),
    watchSight: (act, rootMargin) => {
      const observer = new IntersectionObserver(
        (entries) => act(entries.filter((one) => one.isIntersecting).map(({ target }) => target)),
        { rootMargin },
      )
      return (element) => {
        // What is observed already is told of again.
        observer.unobserve(element)
        observer.observe(element)
      }
    },
    onReading: (run) => addEventListener('scroll', run, { once: true }),
    addSheet: (href) =>
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href }),
      ),
    readLibrary: (href) => fetch(href).then((answer) => answer.json()),
    // What does not come is read in the serif of the system.
    bringFaces: (names) =>
      useFaces(
        names.map((name) => loadFace(name, fonts.base, window, rangeOfGroup(name)).catch(() => {})),
        window,
      ),
  })
}

if (document.documentElement.dataset['fonts'] === 'ready') start()
else document.addEventListener(FONTS_READY, start, { once: true })
