import { useSyncExternalStore } from 'react'
import { BREAKPOINTS } from '#config.ts'

/** Whether a media query holds; false while the page is printed and before the island runs. */
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

/** Whether the screen is that of a phone. */
export const useIsPhone = (): boolean => useMediaQuery(`(max-width: ${BREAKPOINTS.mobile}px)`)

/** Whether there is no room for a second column: on phones and tablets. */
export const useIsNarrow = (): boolean => useMediaQuery(`(max-width: ${BREAKPOINTS.small - 1}px)`)
