import { useLayoutEffect, useRef, useState } from 'react'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { Later } from '#islands/ui/Later.tsx'
import { href } from '#routes.ts'
import { addRecentSearch } from '#stores/recent-searches.ts'
import { hrefOfResults, readAddress, useAddressQuery } from './address.ts'
import type { SearchMessages } from './texts.ts'
import { useCombobox } from './use-combobox.ts'
import { useSuggestions } from './use-suggestions.ts'
import './search-box.css'

const loadRecent = () => import('./RecentSearches.tsx').then((module) => module.RecentSearches)

interface Props {
  locale: Locale
  messages: SearchMessages
  /** The page that shows the results. */
  route?: '/search/list' | '/search/Title'
  hasRecent?: boolean
}

/**
 * The search field: a plain form that works without scripts; with them it suggests titles while one
 * types and shows what was searched for on this device.
 */
export function SearchBox({ locale, messages, route = '/search/list', hasRecent = false }: Props) {
  const t = createTexts(messages)
  const address = useAddressQuery()
  // Untouched, the field says what the address asks for.
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? readAddress(address ?? '').q
  const q = value.trim()
  const [isAsked, setAsked] = useState(false)
  const suggestions = useSuggestions(q, isAsked)
  const count = suggestions === null ? 0 : suggestions.hits.length + 1
  const box = useCombobox(count)
  const remember = () => addRecentSearch(q)

  // Whoever typed before the island ran keeps what was typed.
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (field.current?.value) setTyped(field.current.value)
  }, [])

  return (
    <div className="search-box">
      <search>
        <form action={href(route, locale)} method="get" onSubmit={remember}>
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
              setAsked(true)
              box.open()
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
                active={box.active}
                all={{
                  href: hrefOfResults(locale, { q }),
                  label: t('search:suggestions_all', { q }),
                }}
                onChoose={remember}
                locale={locale}
                t={t}
              />
            </div>
          )}
          <p className="visually-hidden" aria-live="polite">
            {box.isOpen &&
              suggestions &&
              (suggestions.hits.length > 0
                ? t('search:suggestions_count', { count: suggestions.hits.length })
                : t('search:suggestions_none'))}
          </p>
        </form>
      </search>
      {hasRecent && (
        <Later load={loadRecent} props={{ locale, t }}>
          <div className="recent" />
        </Later>
      )}
    </div>
  )
}
