import { useSyncExternalStore } from 'react'
import { BREAKPOINTS } from '#config.ts'

/** Whether a media query matches; false during prerendering and hydration. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Whether the viewport is as narrow as a phone's. */
export const useIsPhone = (): boolean => useMediaQuery(`(max-width: ${BREAKPOINTS.mobile}px)`)

/** Whether the viewport has no room for a second column, as on phones and tablets. */
export const useIsNarrow = (): boolean => useMediaQuery(`(max-width: ${BREAKPOINTS.small - 1}px)`)
