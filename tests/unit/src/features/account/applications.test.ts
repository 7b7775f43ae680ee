import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ApplicationRecord } from '#api/application.ts'
import { Applications } from '#features/account/Applications.tsx'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

function renderApplication(change: Pick<ApplicationRecord, 'kind' | 'status'>): string {
  const application: ApplicationRecord = {
    id: 12,
    subject: { id: 3, name: 'Chekhov scenes' },
    submitted_at: '2027-05-08T19:30:00+08:00',
    events: [],
    files: [],
    files_deleted_at: null,
    reopened_at: null,
    ...change,
  }
  const data = { applications: [application], server_time: '2027-05-09T10:00:00+08:00' }
  const t = createIslandTexts('en', 'user')
  const state = { status: 'done', data } as const
  return renderToStaticMarkup(createElement(Applications, { state, retry() {}, locale: 'en', t }))
}

test('leads from an accepted application to the dates of its course', () => {
  const link = '/en/course/detail?id=3#dates'
  expect(renderApplication({ kind: 'course', status: 'accepted' })).toContain(link)
  expect(renderApplication({ kind: 'course', status: 'waitlisted' })).not.toContain(link)
})
