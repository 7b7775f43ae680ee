import { expect, test } from 'vitest'
import { formatShowNote } from '#features/tickets/show-note.ts'
import { buildShow } from '#tests/fixtures/shows.ts'

test('lists each feature of a show once', () => {
  const show = buildShow({ note: '演后谈', features: ['talk', 'captioned'] })
  const names: Record<string, string> = {
    'tickets:feature_talk': '演后谈',
    'tickets:feature_captioned': '字幕场',
  }
  expect(formatShowNote(show, (key) => names[key] ?? key)).toBe('演后谈 · 字幕场')
})
