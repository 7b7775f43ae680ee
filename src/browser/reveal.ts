import type { Observing } from './when-near.ts'

// What lies below the first screen rises softly when the reader comes to it. Nothing of the first
// screen is ever hidden, and nothing at all without scripts, with reduced motion or on paper
// (`motion.css`).

const PARTS = '[data-reveal], main .long-form figure'
/** Taller than this, in screens, a part could never show the share that reveals it. */
const TALLEST = 10

/** Whether a part may wait for the reader: it starts below the first screen and can be reached. */
export function mayWait({ top, height }: Pick<DOMRect, 'top' | 'height'>, screen: number): boolean {
  return top >= screen && height > 0 && height <= screen * TALLEST
}

interface View extends Observing {
  document: Pick<Document, 'querySelectorAll'>
  innerHeight: number
}

/**
 * Brings the reveal to life. Where a part lies is told by the observer with its first word: to ask for
 * it here would have the whole page laid out before it is painted.
 * @returns looks for parts that came later
 */
export function enableReveal(view: View, threshold: number): () => void {
  const waits = new WeakMap<Element, boolean>()
  const mark = (part: Element, state: string) => part.setAttribute('data-reveal', state)
  const observer = new view.IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const isWaiting = waits.get(target)
        if (!isWaiting && mayWait(boundingClientRect, view.innerHeight)) {
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
    for (const part of view.document.querySelectorAll(PARTS)) {
      if (waits.has(part)) continue
      waits.set(part, false)
      observer.observe(part)
    }
  }
  scan()
  return scan
}
