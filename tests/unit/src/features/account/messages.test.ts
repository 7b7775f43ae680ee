import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listReminders } from '#features/account/site-offer.ts'
import { MessageList } from '#features/account/Messages.tsx'
import type { OrderType } from '#api/order.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

const t = createIslandTexts('en', 'user')

const createLoad = <Data>(data: Data) => ({
  state: { status: 'done' as const, data },
  retry() {},
  refresh() {},
  set() {},
  update() {},
})

/** Renders messages up to a page of five. */
function renderMessages(page: number, { listed, total }: { listed: number; total: number }) {
  const items = Array.from({ length: listed }, (_, index) => ({
    id: index + 1,
    title: 'Your tickets',
    summary: '',
    at: '2027-05-08T19:30:00+08:00',
    order_no: null,
    application_id: null,
    sent: [],
  }))
  const data = { items, page, size: 5, total }
  return renderToStaticMarkup(
    createElement(MessageList, { load: createLoad(data), locale: 'en', t }),
  )
}

test('offers earlier messages until the last page', () => {
  const earlier = t('user:messages_earlier')
  expect(renderMessages(1, { listed: 5, total: 12 })).toContain(earlier)
  expect(renderMessages(3, { listed: 12, total: 12 })).not.toContain(earlier)
  // A message that was sent after the first page was loaded is not listed, and none is left to load.
  expect(renderMessages(3, { listed: 12, total: 13 })).not.toContain(earlier)
})

test.each([
  ['zh-cn,en', ['中文', 'English']],
  ['en', []],
])('offers the languages of a site in %s for messages', async (setting, names) => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  vi.stubEnv('SITE_LOCALES', setting)
  vi.resetModules()
  const { MessageChoices } = await import('#features/account/Messages.tsx')
  const load = createLoad({ lang: 'zh-cn' as const, choices: [] })
  const choices = createElement(MessageChoices, {
    load,
    hasEmail: true,
    reminders: [],
    locale: 'en',
    t,
  })
  const labels = [...renderToStaticMarkup(choices).matchAll(/type="radio"[^>]*>([^<]+)</g)]
  expect(labels.map(([, name]) => name)).toEqual(names)
})

test.each<[OrderType[], string[]]>([
  [
    ['performance', 'course', 'member'],
    ['performance', 'class', 'membership'],
  ],
  [['performance'], ['performance']],
])('offers the reminders of a site that sells %o', async (kinds, topics) => {
  const { MessageChoices } = await import('#features/account/Messages.tsx')
  const load = createLoad({ lang: 'en' as const, choices: [] })
  const choices = createElement(MessageChoices, {
    load,
    hasEmail: true,
    reminders: listReminders(kinds),
    locale: 'en',
    t,
  })
  const legends = [...renderToStaticMarkup(choices).matchAll(/<legend>([^<]+)</g)]
  const shown = legends.flatMap(([, name = '']) => /performance|class|membership/.exec(name) ?? [])
  expect(shown).toEqual(topics)
})
