// Elements below the first screen fade in when scrolled into view. Elements of the first screen are never
// hidden, and nothing is hidden without scripts, with reduced motion or in print (`motion.css`).

const PARTS = '[data-reveal], main .long-form figure'
/** Taller elements (in screens) could never reach the intersection threshold. */
const MAX_HEIGHT = 10

/** Whether an element may be hidden at first: it starts below the first screen and is not too tall. */
export function canStartHidden(
  { top, height }: Pick<DOMRect, 'top' | 'height'>,
  screen: number,
): boolean {
  return top >= screen && height > 0 && height <= screen * MAX_HEIGHT
}

/**
 * Enables the reveal. Positions come from the observer, because measuring here would force layout before
 * the first paint.
 * @returns scans for elements that were added later
 */
export function enableReveal(root: ParentNode, threshold: number): () => void {
  const waits = new WeakMap<Element, boolean>()
  const mark = (part: Element, state: string) => part.setAttribute('data-reveal', state)
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const isWaiting = waits.get(target)
        if (!isWaiting && canStartHidden(boundingClientRect, innerHeight)) {
          waits.set(target, true)
          mark(target, 'waiting')
        } else if (!isWaiting || isIntersecting) {
          observer.unobserve(target)
          if (isWaiting) mark(target, 'shown')
        }
      }
    },
    { threshold },
  )
  const scan = () => {
    for (const part of root.querySelectorAll(PARTS)) {
      if (waits.has(part)) continue
      waits.set(part, false)
      observer.observe(part)
    }
  }
  scan()
  return scan
}
