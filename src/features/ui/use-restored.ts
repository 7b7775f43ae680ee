import { useEffect, useEffectEvent } from 'react'

/** Calls a function when the page is restored from the back/forward cache, with the state in which it was left. */
export function useRestored(onRestored: () => void): void {
  const restore = useEffectEvent(onRestored)
  useEffect(() => {
    const listen = ({ persisted }: PageTransitionEvent) => {
      if (persisted) restore()
    }
    addEventListener('pageshow', listen)
    return () => removeEventListener('pageshow', listen)
  }, [])
}
