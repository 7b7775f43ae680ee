import { whenNear } from './when-near.ts'

// Images are lazy without scripts too (`loading="lazy"`). This script makes the loading distance equal in
// all browsers and retries failed images.

const WAIT_MS = 1000

/**
 * Retries a failed image after one second, then two, up to the number of attempts; after the last one a
 * placeholder is shown.
 */
export function retryImages(root: Document, attempts: number): void {
  const tried = new WeakMap<HTMLImageElement, number>()
  // The event of a failure before this script ran may arrive afterwards.
  const waiting = new WeakSet<HTMLImageElement>()

  function failed(image: HTMLImageElement): void {
    if (waiting.has(image)) return
    const count = (tried.get(image) ?? 0) + 1
    tried.set(image, count)
    if (count < attempts) {
      waiting.add(image)
      setTimeout(() => {
        waiting.delete(image)
        // Setting `src`, even to the same value, makes the browser select a source again.
        image.src = image.getAttribute('src') ?? ''
      }, WAIT_MS * count)
      return
    }
    // A failed image has no intrinsic size: use its attributes.
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
  // Handles images that failed before this script ran; a lazy one is not complete before it loads.
  for (const image of root.images) {
    if (image.complete && !image.naturalWidth && image.currentSrc) failed(image)
  }
}

/** Loads lazy images within a number of screens from the top of the window. @returns scans for new images */
export function preloadImages(root: ParentNode, screens: number): () => void {
  const load = whenNear((image) => image.setAttribute('loading', 'eager'), {
    rootMargin: `0px 0px ${Math.round((screens - 1) * 100)}% 0px`,
  })
  const scan = () => root.querySelectorAll('img[loading="lazy"]').forEach(load)
  scan()
  return scan
}
