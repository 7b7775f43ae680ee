export interface Observing {
  IntersectionObserver: typeof IntersectionObserver
}

/** Acts once on each element that comes near. @returns how to wait for an element */
export function whenNear<E extends Element>(
  view: Observing,
  act: (element: E) => void,
  options?: IntersectionObserverInit,
): (element: E) => void {
  const observer = new view.IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      // Only elements of this kind were given to be observed.
      act(target as E)
    }
  }, options)
  return (element) => observer.observe(element)
}
