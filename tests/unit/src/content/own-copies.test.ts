import { expect, test } from 'vitest'
import { islandsThatStartWith, ownerOf } from '#content/own-copies.ts'

const at = (name: string): string => `/site/src/islands/${name}.tsx`

/** Modules by name: what imports them at its top, and which are entries. */
function graphOf(importers: Record<string, string[]>, entries: string[]) {
  return (id: string) =>
    id in importers ? { isEntry: entries.includes(id), importers: importers[id] ?? [] } : null
}

test('finds the islands that start with a module, through any number of modules', () => {
  const moduleOf = graphOf(
    {
      [at('pay/PayPage')]: [],
      [at('pay/SuccessPage')]: [],
      'frame?of=PayPage': [at('pay/PayPage'), at('pay/SuccessPage')],
      'price?of=PayPage': ['frame?of=PayPage'],
    },
    [at('pay/PayPage'), at('pay/SuccessPage')],
  )
  expect(islandsThatStartWith('price?of=PayPage', moduleOf)).toEqual([
    at('pay/PayPage'),
    at('pay/SuccessPage'),
  ])
  expect(islandsThatStartWith(at('pay/PayPage'), moduleOf)).toEqual([at('pay/PayPage')])
})

test('finds none for a part that is loaded on use, and comes to an end in a circle', () => {
  const moduleOf = graphOf({ 'dialog?of=PayPage': ['parts'], parts: ['dialog?of=PayPage'] }, [])
  expect(islandsThatStartWith('dialog?of=PayPage', moduleOf)).toEqual([])
})

test('knows whose copy a module is', () => {
  expect(ownerOf('/site/src/i18n/format.ts?of=PayPage&lang.ts')).toBe('PayPage')
  expect(ownerOf('/site/src/i18n/format.ts')).toBeUndefined()
})
