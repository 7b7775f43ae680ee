import { useEffect, useState } from 'react'
import type { Suggestions } from './suggest.ts'
import type { TitleOptions } from './TitleOptions.tsx'

const DEBOUNCE_MS = 200

/** Suggestions, and what shows them. */
interface Shown extends Suggestions {
  List: typeof TitleOptions
}

/** Suggestions for what stands in the field; the last ones stay until the next arrive. */
export function useSuggestions(q: string, isEnabled: boolean): Shown | null {
  const [suggestions, setSuggestions] = useState<Shown | null>(null)
  useEffect(() => {
    if (!isEnabled || q === '') return undefined
    const controller = new AbortController()
    // Loaded while the first letters are typed.
    const loaded = import('./load-on-typing.ts')
    async function show(): Promise<void> {
      // Suggestions are an extra: without them the field still searches.
      const answer = await loaded
        .then(async ({ suggest, TitleOptions: List }) => ({
          ...(await suggest(q, controller.signal)),
          List,
        }))
        .catch(() => null)
      if (!controller.signal.aborted) setSuggestions(answer)
    }
    const timer = setTimeout(() => void show(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q, isEnabled])
  return q === '' ? null : suggestions
}
