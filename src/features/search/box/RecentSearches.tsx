import type { IslandPart } from '#i18n/island-areas.ts'
import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import {
  $recentSearches,
  clearRecentSearches,
  removeRecentSearch,
} from '#stores/recent-searches.ts'
import { getResultsHref } from '../address.ts'

/** The device's storage is not available during prerendering. */
const NONE: string[] = []

/** Recent searches on this device, as links that can be removed. */
export function RecentSearches({ locale, t }: IslandPart<'search'>) {
  const recent = useStore($recentSearches, { ssr: () => NONE })
  const [announcement, announce] = useState('')
  const container = useRef<HTMLElement>(null)

  /** After a removal the focused button is gone: focuses the next button, or else the section. */
  function keepFocus(index: number): void {
    requestAnimationFrame(() => {
      const buttons = container.current?.querySelectorAll<HTMLElement>('li button') ?? []
      const next = buttons[Math.min(index, buttons.length - 1)] ?? container.current
      next?.focus()
    })
  }

  return (
    <section className="recent" aria-label={t('search:recent')} ref={container} tabIndex={-1}>
      {recent.length > 0 && (
        <>
          <header>
            <h2>{t('search:recent')}</h2>
            <p>{t('search:recent_note')}</p>
            <button
              type="button"
              className="clear"
              onClick={() => {
                clearRecentSearches()
                announce(t('search:recent_cleared'))
                keepFocus(0)
              }}
            >
              {t('search:recent_clear')}
            </button>
          </header>
          <ul>
            {recent.map((q, index) => (
              <li key={q}>
                <a href={getResultsHref(locale, { q })}>{q}</a>
                <button
                  type="button"
                  aria-label={t('search:recent_remove', { q })}
                  onClick={() => {
                    removeRecentSearch(q)
                    announce(t('search:recent_removed', { q }))
                    keepFocus(index)
                  }}
                >
                  <span aria-hidden="true">×</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </section>
  )
}
