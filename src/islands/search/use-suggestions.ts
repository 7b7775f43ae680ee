import { useEffect, useState } from 'react'
import type { Suggestions } from './suggest.ts'

const DEBOUNCE_MS = 200

/** Suggestions for what stands in the field; the last ones stay until the next arrive. */
export function useSuggestions(q: string, isAsked: boolean): Suggestions | null {
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null)
  useEffect(() => {
    if (!isAsked || q === '') return undefined
    const controller = new AbortController()
    // Loaded while the first letters are typed.
    const loaded = import('./suggest.ts')
    async function show(): Promise<void> {
      // Suggestions are an extra: without them the field still searches.
      const answer = await loaded
        .then(({ suggest }) => suggest(q, controller.signal))
        .catch(() => null)
      if (!controller.signal.aborted) setSuggestions(answer)
    }
    const timer = setTimeout(() => void show(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q, isAsked])
  return q === '' ? null : suggestions
}
