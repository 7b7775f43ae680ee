import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ApplicationRecord } from '#api/application.ts'
import { Applications } from '#features/account/Applications.tsx'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

type Change = Partial<ApplicationRecord>

function renderApplications(...changes: Change[]): string {
  const applications = changes.map((change) => ({
    id: 12,
    kind: 'course' as const,
    status: 'declined' as const,
    subject: { id: 3, name: 'Chekhov scenes' },
    submitted_at: '2027-05-08T19:30:00+08:00',
    events: [],
    files: [],
    files_deleted_at: null,
    reopened_at: null,
    ...change,
  }))
  const data = { applications, server_time: '2027-05-09T10:00:00+08:00' }
  const t = createIslandTexts('en', 'user')
  const state = { status: 'done', data } as const
  return renderToStaticMarkup(
    createElement(Applications, { state, retry() {}, hasCourses: true, locale: 'en', t }),
  )
}

test('leads from an accepted application to the dates of its course', () => {
  const link = '/en/course/detail?id=3#dates'
  expect(renderApplications({ kind: 'course', status: 'accepted' })).toContain(link)
  expect(renderApplications({ kind: 'course', status: 'waitlisted' })).not.toContain(link)
})

test('leads from a reopened application to its form until the member has applied again', () => {
  const link = '/en/course/form?id=3'
  const reopened: Change = { id: 11, reopened_at: '2027-05-09T09:00:00+08:00' }
  expect(renderApplications(reopened)).toContain(link)
  expect(renderApplications(reopened, {})).not.toContain(link)
})
