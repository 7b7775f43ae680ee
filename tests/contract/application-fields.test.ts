import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import { activityForm, count, writeCourseForm } from './application-forms.ts'

let api: TestAdminApi
let member: TestMember
let courseForm: Awaited<ReturnType<typeof writeCourseForm>>
beforeAll(async () => {
  api = await openAdminApi()
  member = await createMember(api)
  courseForm = await writeCourseForm(api, member)
})
afterAll(() => api.close())

type Form = 'course' | 'activity'

/** Sends a form with changes; `undefined` leaves a field out. */
async function send(form: Form, changes: object) {
  const whole = form === 'course' ? courseForm : activityForm
  const { envelope } = await api.call(
    form === 'course' ? 'POST /api/course/apply' : 'POST /api/course/activity_apply',
    { headers: member.headers, body: { ...whole, ...changes }, lang: 'en' },
  )
  return envelope
}

const BOTH: [string, unknown][] = [
  ['name', ''],
  ['name', '   '],
  ['name', 'x'.repeat(81)],
  ['name', 7],
  ['age', 2],
  ['age', 121],
  ['age', 20.5],
  ['age', '20'],
  ['email', 'lin'],
  ['email', 'lin@example'],
  ['email', ''],
  ['email', `${'x'.repeat(250)}@example.org`],
  ['mobile', '13800138000'],
  ['mobile', '+86138'],
  ['mobile', '+8610138001380'],
  ['hope', ' '],
  ['hope', 'x'.repeat(4001)],
  ['heard_from', []],
  ['heard_from', ['friend', 'friend']],
  ['heard_from', ['radio']],
  ['heard_from', 'friend'],
  ['heard_from_note', 'x'.repeat(201)],
  ['heard_from_note', ''],
  ['social_account', ''],
]
const CASES: [Form, string, unknown][] = [
  ...BOTH.flatMap(([field, value]): [Form, string, unknown][] => [
    ['course', field, value],
    ['activity', field, value],
  ]),
  ['course', 'course_id', 0],
  ['course', 'school', ''],
  ['course', 'self_introduction', ''],
  ['course', 'resume_upload_id', null],
  ['course', 'video_upload_id', '1'],
  ['course', 'single_take', false],
  ['activity', 'activity_id', 1.5],
  ['activity', 'job', ''],
  ['activity', 'similar_before', true],
  ['activity', 'similar_before', 2],
  ['activity', 'similar_before_note', ''],
  ['activity', 'similar_before_note', 'x'.repeat(501)],
  ['activity', 'special_needs', 'x'.repeat(501)],
  ['activity', 'social_platform', 'myspace'],
]

describe('an invalid field', () => {
  test.each(CASES)(
    'is named in the error, and nothing is stored: %s: %s (%#)',
    async (form, field, value) => {
      const { code, msg } = await send(form, { [field]: value })
      expect([code, msg]).toEqual([400, expect.stringMatching(`\\(${field}[.0-9]*: .+\\)`)])
      expect((await count(api)).applications).toBe(0)
    },
  )

  test.each([
    ...Object.keys(activityForm).map((field): [Form, string] => ['activity', field]),
    // oxfmt-ignore
    ...['course_id', 'name', 'age', 'school', 'email', 'mobile', 'resume_upload_id',
      'video_upload_id', 'self_introduction', 'hope', 'heard_from', 'heard_from_note',
      'social_account'].map((field): [Form, string] => ['course', field]),
  ])('is reported when missing: %s without %s', async (form, field) => {
    const { code, msg } = await send(form, { [field]: undefined })
    expect([code, msg]).toEqual([400, expect.stringContaining(`(${field}: `)])
  })
})

describe('word limit of 200', () => {
  const TEXTS: Record<string, (words: number) => string> = {
    Chinese: (words) => '戏'.repeat(words),
    English: (words) => 'well-made '.repeat(words),
    mixed: (words) => `戏 play，`.repeat(words / 2) + (words % 2 === 1 ? '曲' : ''),
    'with emoji': (words) => 'bravo 👏👏 '.repeat(words),
  }
  // oxfmt-ignore
  const FIELDS: [Form, string, string][] = [
    ['course', 'self_introduction', 'S5.12'], ['course', 'hope', 'S5.13'], ['activity', 'hope', 'S5.13'],
  ]
  const cases = FIELDS.flatMap(([form, field, id]) =>
    Object.keys(TEXTS).map((kind) => ({ form, field, kind, id })),
  )

  for (const { form, field, kind, id } of cases) {
    test(
      `accepts 200 words and rejects 201: ${form}, ${field}, ${kind}`,
      { tags: [id] },
      async () => {
        const write = TEXTS[kind] ?? String
        expect((await send(form, { [field]: write(201) })).code).toBe(400)
        // With an unknown item a valid form ends in 404, so nothing is stored.
        const nowhere = { course_id: 999, activity_id: 999, [field]: write(200) }
        expect((await send(form, nowhere)).code).toBe(404)
      },
    )
  }
})
