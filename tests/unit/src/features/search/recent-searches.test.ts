import { setTestStorageKey, useTestStorageEngine } from '@nanostores/persistent'
import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  $recentSearches,
  addRecentSearch,
  clearRecentSearches,
  removeRecentSearch,
} from '#stores/recent-searches.ts'

useTestStorageEngine()
beforeEach(() => {
  $recentSearches.listen(() => {})
  clearRecentSearches()
})
afterEach(() => cleanStores($recentSearches))

describe('recent searches', () => {
  test('keep each query once, newest first', () => {
    for (const q of ['茶馆', 'hamlet', ' 茶馆 ', '']) addRecentSearch(q)
    expect($recentSearches.get()).toEqual(['茶馆', 'hamlet'])
  })

  test('are limited to ten', () => {
    for (let index = 1; index <= 12; index++) addRecentSearch(`q${index}`)
    expect($recentSearches.get()).toHaveLength(10)
    expect($recentSearches.get()[0]).toBe('q12')
  })

  test('are removed one by one or all at once', () => {
    for (const q of ['a', 'b', 'c']) addRecentSearch(q)
    removeRecentSearch('b')
    expect($recentSearches.get()).toEqual(['c', 'a'])
    clearRecentSearches()
    expect($recentSearches.get()).toEqual([])
  })

  test.each(['not json', '{"a":1}', '[1,2]', '["",""]'])(
    'start empty if %s is stored',
    (stored) => {
      setTestStorageKey('recentSearches', stored)
      cleanStores($recentSearches)
      $recentSearches.listen(() => {})
      expect($recentSearches.get()).toEqual([])
    },
  )
})
