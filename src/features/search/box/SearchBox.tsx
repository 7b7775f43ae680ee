import type { SearchHit } from '#api/search.ts'
import type { IslandProps } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '#features/ui/use-texts.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { href } from '#routes.ts'
import { addRecentSearch } from '#stores/recent-searches.ts'
import { readAddress, useAddressQuery } from '../address.ts'
import { findSitePages, type SitePart } from '../site-pages.ts'
import { useCombobox } from './use-combobox.ts'
import type { TitleOptions } from './TitleOptions.tsx'
import './search-box.css'

const RecentSearches = lazyWithRetry(() =>
  import('./RecentSearches.tsx').then((module) => module.RecentSearches),
)

interface Props extends IslandProps<'search'> {
  /** The page that shows the results. */
  route?: '/search/list' | '/search/Title'
  hasRecent?: boolean
  /** Parts of the site, whose pages are suggested too. */
  parts: readonly SitePart[]
}

/**
 * The search field: a form that works without scripts. With scripts it suggests titles while the visitor
 * types, and shows recent searches.
 */
export function SearchBox({
  locale,
  messages,
  route = '/search/list',
  hasRecent = false,
  parts,
}: Props) {
  const t = useTexts(messages)
  const address = useAddressQuery()
  // Until it is edited, the field contains the query of the URL.
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? readAddress(address ?? '').q
  const q = value.trim()
  const [hasTyped, setHasTyped] = useState(false)
  const suggestions = useSuggestions(q, hasTyped)
  const pages = hasTyped ? findSitePages(q, parts, t) : []
  const count = suggestions === null ? 0 : pages.length + suggestions.hits.length
  const box = useCombobox(suggestions === null ? 0 : count + 1, suggestions)
  const saveSearch = () => addRecentSearch(q)

  function suggest(): void {
    setHasTyped(true)
    box.open()
  }

  // Keeps input that was typed before hydration.
  const field = useRef<HTMLInputElement>(null)
  const keepEarlyInput = useEffectEvent(() => {
    const { current: input } = field
    if (!input?.value) return
    setTyped(input.value)
    if (document.activeElement === input) suggest()
  })
  useLayoutEffect(() => keepEarlyInput(), [])

  return (
    <div className="search-box">
      <search>
        <form action={href(route, locale)} method="get" onSubmit={saveSearch}>
          <label className="visually-hidden" htmlFor={`${box.listId}-field`}>
            {t('search:field')}
          </label>
          <input
            {...box.field}
            ref={field}
            id={`${box.listId}-field`}
            type="text"
            inputMode="search"
            name="q"
            value={value}
            maxLength={64}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            placeholder={t('search:placeholder')}
            data-ready={address === null ? undefined : true}
            onBlur={box.close}
            onChange={(event) => {
              setTyped(event.target.value)
              suggest()
            }}
          />
          <button type="submit" className="button">
            {t('search:submit')}
          </button>
          {box.isShown && suggestions && (
            <div className="suggestions">
              <suggestions.List
                id={box.listId}
                hits={suggestions.hits}
                pages={pages}
                q={q}
                active={box.active}
                onChoose={saveSearch}
                locale={locale}
                t={t}
              />
            </div>
          )}
          <p className="visually-hidden" aria-live="polite">
            {box.isOpen &&
              suggestions &&
              (count > 0 ? t('search:suggestions_count', { count }) : t('search:suggestions_none'))}
          </p>
        </form>
      </search>
      {hasRecent && <RecentSearches locale={locale} t={t} fallback={<div className="recent" />} />}
    </div>
  )
}

const DEBOUNCE_MS = 200

/** Suggestions with the component that renders them. */
interface LoadedSuggestions {
  hits: readonly SearchHit[]
  List: typeof TitleOptions
}

/** Suggestions for the text of the field; earlier ones are kept until new ones arrive. */
function useSuggestions(q: string, isEnabled: boolean): LoadedSuggestions | null {
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
          hits: await suggest(q, controller.signal),
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
