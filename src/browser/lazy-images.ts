import { whenNear, type Observing } from './when-near.ts'

// Pictures load by themselves when they come near (`loading="lazy"`), also without scripts. This keeps
// the distance the same in every browser, and tries again what failed.

const WAIT_MS = 1000

interface Clock {
  setTimeout: (run: () => void, ms: number) => unknown
}

/**
 * Tries a failed picture again, after one second, then two, until it was tried as often as it may be;
 * then its place stays, quietly.
 */
export function retryImages(root: Document, attempts: number, clock: Clock): void {
  const tried = new WeakMap<HTMLImageElement, number>()

  function failed(image: HTMLImageElement): void {
    const count = (tried.get(image) ?? 0) + 1
    tried.set(image, count)
    if (count < attempts) {
      clock.setTimeout(() => {
        // Setting the address, even to itself, starts the choice of source anew.
        image.src = image.getAttribute('src') ?? ''
      }, WAIT_MS * count)
      return
    }
    // A picture that did not come has no shape but what its attributes say.
    image.style.aspectRatio = `${image.getAttribute('width')} / ${image.getAttribute('height')}`
    image.setAttribute('data-failed', '')
  }

  root.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) failed(target)
    },
    true,
  )
  // What failed before this script ran; lazy pictures have not begun.
  for (const image of root.images) {
    const isBroken = image.complete && !image.naturalWidth && image.currentSrc
    if (isBroken && image.loading !== 'lazy') failed(image)
  }
}

interface View extends Observing {
  document: Pick<Document, 'querySelectorAll'>
}

/** Loads each lazy picture within so many screens of the top of the window. @returns looks for more */
export function preloadImages(view: View, screens: number): () => void {
  const load = whenNear(view, (image) => image.setAttribute('loading', 'eager'), {
    rootMargin: `0px 0px ${Math.round((screens - 1) * 100)}% 0px`,
  })
  const scan = () => view.document.querySelectorAll('img[loading="lazy"]').forEach(load)
  scan()
  return scan
}
