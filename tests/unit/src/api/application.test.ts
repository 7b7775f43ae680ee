import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ActivityApplicationSchema } from '#api/activity-application.ts'
import { countWords, MAX_WORDS } from '#api/words.ts'
import { CourseApplicationSchema } from '#api/course-application.ts'

describe('countWords', () => {
  test.each([
    ['', 0],
    ['   \n\t ', 0],
    ['!?…—，。', 0],
    ['one', 1],
    ['one two', 2],
    ['one,two;three', 3],
    ['don’t', 1],
    ["don't", 1],
    ['well-made', 1],
    ['a - b', 2],
    ['3 acts in 2027', 4],
    ['Éloïse naïve', 2],
    ['我爱戏剧', 4],
    ['我爱戏剧。', 4],
    ['我爱 theatre', 3],
    ['我爱theatre的', 4],
    ['昆曲Kunqu2027版', 4],
    ['𠮷野家', 3],
    ['👏', 0],
    ['bravo 👏👏 bravo', 2],
    ['👨‍👩‍👧 家', 1],
  ])('counts in %j %i words', (text, words) => {
    expect(countWords(text)).toBe(words)
  })
})

const person = { name: 'Lin', age: 20, email: 'lin@example.org', mobile: '+8613800138000' }
const source = { heard_from: ['friend'], heard_from_note: '' }

const course = {
  course_id: 1,
  ...person,
  ...source,
  school: 'A school',
  resume_upload_id: 1,
  video_upload_id: 2,
  single_take: true,
  self_introduction: 'I sing.',
  hope: 'To sing more.',
  social_account: 'lin',
}
const activity = {
  activity_id: 1,
  ...person,
  ...source,
  job: 'Baker',
  similar_before: 0,
  similar_before_note: '',
  hope: 'To look behind the stage.',
  special_needs: '',
  social_platform: 'weibo',
  social_account: 'lin',
}

const accepts = (schema: v.GenericSchema<unknown, unknown>, input: unknown) =>
  v.safeParse(schema, input).success
const english = (words: number) => 'word '.repeat(words)
const chinese = (words: number) => '戏'.repeat(words)

describe.each([
  {
    form: 'course',
    schema: CourseApplicationSchema,
    input: course,
    field: 'self_introduction',
    id: 'S5.12',
  },
  { form: 'course', schema: CourseApplicationSchema, input: course, field: 'hope', id: 'S5.13' },
  {
    form: 'activity',
    schema: ActivityApplicationSchema,
    input: activity,
    field: 'hope',
    id: 'S5.13',
  },
])('$field of the $form application', ({ schema, input, field, id }) => {
  test(`accepts ${MAX_WORDS} words and refuses one more`, { tags: [id] }, () => {
    for (const write of [english, chinese]) {
      expect(accepts(schema, { ...input, [field]: write(200) })).toBe(true)
      expect(accepts(schema, { ...input, [field]: write(201) })).toBe(false)
    }
  })

  test('counts words of all languages together', { tags: [id] }, () => {
    expect(accepts(schema, { ...input, [field]: english(100) + chinese(100) })).toBe(true)
    expect(accepts(schema, { ...input, [field]: english(100) + chinese(101) })).toBe(false)
  })

  test('refuses an empty text', () => {
    expect(accepts(schema, { ...input, [field]: '   ' })).toBe(false)
  })
})

test(
  'accepts 1 or 0 for "taken part before", and requires an explanation with 1',
  { tags: ['S3.22'] },
  () => {
    const isAccepted = (similar_before: unknown, similar_before_note = '') =>
      accepts(ActivityApplicationSchema, { ...activity, similar_before, similar_before_note })
    expect([isAccepted(0), isAccepted(0, 'Once'), isAccepted(1, 'Once')]).toEqual([
      true,
      true,
      true,
    ])
    expect([isAccepted(1), isAccepted(1, '  ')]).toEqual([false, false])
    for (const value of [true, '1', 2, null]) expect(isAccepted(value, 'Once')).toBe(false)
  },
)

describe.each([
  { form: 'course', schema: CourseApplicationSchema, input: course },
  { form: 'activity', schema: ActivityApplicationSchema, input: activity },
])('"heard from" of the $form application', ({ schema, input }) => {
  const isAccepted = (heard_from: unknown, heard_from_note = '') =>
    accepts(schema, { ...input, heard_from, heard_from_note })

  test('accepts several different sources', { tags: ['S3.18'] }, () => {
    expect(isAccepted(['friend', 'social_media', 'official_account', 'website'])).toBe(true)
    for (const wrong of [[], ['friend', 'friend'], ['radio'], 'friend']) {
      expect(isAccepted(wrong)).toBe(false)
    }
  })

  test('requires an explanation of "other" and names its field', { tags: ['S3.18'] }, () => {
    expect([isAccepted(['other'], 'A poster'), isAccepted(['friend', 'other'])]).toEqual([
      true,
      false,
    ])
    // The field is reported even if the rest of the form is empty.
    const { issues = [] } = v.safeParse(schema, { heard_from: ['other'], heard_from_note: ' ' })
    expect(issues.map((issue) => v.getDotPath(issue))).toContain('heard_from_note')
  })

  test.each(['+86138', '13800138000', '+8612345678901', '+9991234567', '+8613800138000 '])(
    'refuses the mobile number %j',
    (mobile) => {
      expect(accepts(schema, { ...input, mobile })).toBe(false)
    },
  )
})
