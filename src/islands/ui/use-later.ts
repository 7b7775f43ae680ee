import { useEffect, useState } from 'react'

/**
 * A part of an island that is loaded once it is needed: null until it is here. Without a network it
 * is asked for again when the network is back; nothing breaks meanwhile.
 * @param load gives the module's part; must be the same function in every render
 */
export function useLater<Part>(load: () => Promise<Part>): Part | null {
  const [loaded, setLoaded] = useState<{ part: Part } | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const ask = () => {
      load().then(
        (part) => left.signal.aborted || setLoaded({ part }),
        () => addEventListener('online', ask, { once: true, signal: left.signal }),
      )
    }
    ask()
    return () => left.abort()
  }, [load])
  return loaded && loaded.part
}
