/** Calls a function once for each element that comes near the viewport. @returns a function to observe one */
export function whenNear<E extends Element>(
  act: (element: E) => void,
  options?: IntersectionObserverInit,
): (element: E) => void {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      // Only elements of this type are observed.
      act(target as E)
    }
  }, options)
  return (element) => observer.observe(element)
}
