import { useEffect, useState } from 'react'
import type { Suggestions } from './suggest.ts'
import type { TitleOptions } from './TitleOptions.tsx'

const DEBOUNCE_MS = 200

/** Suggestions with the component that renders them. */
interface LoadedSuggestions extends Suggestions {
  List: typeof TitleOptions
}

/** Suggestions for the text of the field; earlier ones are kept until new ones arrive. */
export function useSuggestions(q: string, isEnabled: boolean): LoadedSuggestions | null {
  const [suggestions, setSuggestions] = useState<LoadedSuggestions | null>(null)
  useEffect(() => {
    if (!isEnabled || q === '') return undefined
    const controller = new AbortController()
    // Loaded when the visitor starts to type.
    const loaded = import('./load-on-typing.ts')
    async function show(): Promise<void> {
      // A failure hides the suggestions; the field still works.
      const next = await loaded
        .then(async ({ suggest, TitleOptions: List }) => ({
          ...(await suggest(q, controller.signal)),
          List,
        }))
        .catch(() => null)
      if (!controller.signal.aborted) setSuggestions(next)
    }
    const timer = setTimeout(() => void show(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q, isEnabled])
  return q === '' ? null : suggestions
}
