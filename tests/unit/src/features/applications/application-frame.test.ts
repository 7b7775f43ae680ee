import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import type { ApplyInfo } from '#api/application.ts'
import { ApplicationFrame } from '#features/applications/ApplicationFrame.tsx'
import { useApplication } from '#features/applications/use-application.ts'
import { getCourseApplyInfo } from '#api/course-application.ts'
import { useForm } from '#features/forms/use-form.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

const t = createIslandTexts('en', 'application')

const INFO: ApplyInfo = {
  subject: { id: 3, name: 'Chekhov scenes' },
  state: 'ended',
  opens_at: '2027-05-01T10:00:00+08:00',
  closes_at: '2027-05-08T18:00:00+08:00',
  applied: null,
  max_words: 200,
  heard_from: [],
  server_time: '2027-05-09T10:00:00+08:00',
}

function ClosedForm() {
  const form = useForm(v.object({ name: v.string() }), {
    t,
    defaults: { name: '' },
    labels: {},
  })
  const application = useApplication(form, {
    initial: INFO,
    draft: 'course:3',
    infoEndpoint: getCourseApplyInfo,
    send: () => Promise.resolve({ status: 'unauthorized' }),
  })
  const props = { kind: 'course', form, application, locale: 'en', t, children: null } as const
  return createElement(ApplicationFrame, props)
}

test('leads from a closed application to its course', () => {
  expect(renderToStaticMarkup(createElement(ClosedForm))).toContain('href="/en/course/detail?id=3"')
})
