import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ActivityApplicationSchema } from '#api/activity-application.ts'
import { countWords, MAX_WORDS } from '#api/application.ts'
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
  ])('%j has %i', (text, words) => {
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

  test('counts all languages together', { tags: [id] }, () => {
    expect(accepts(schema, { ...input, [field]: english(100) + chinese(100) })).toBe(true)
    expect(accepts(schema, { ...input, [field]: english(100) + chinese(101) })).toBe(false)
  })

  test('an empty text is refused', () => {
    expect(accepts(schema, { ...input, [field]: '   ' })).toBe(false)
  })
})

test('"taken part before" is 1 or 0, and 1 requires an explanation', { tags: ['S3.22'] }, () => {
  const answer = (similar_before: unknown, similar_before_note = '') =>
    accepts(ActivityApplicationSchema, { ...activity, similar_before, similar_before_note })
  expect([answer(0), answer(0, 'Once'), answer(1, 'Once')]).toEqual([true, true, true])
  expect([answer(1), answer(1, '  ')]).toEqual([false, false])
  for (const value of [true, '1', 2, null]) expect(answer(value, 'Once')).toBe(false)
})

describe.each([
  { form: 'course', schema: CourseApplicationSchema, input: course },
  { form: 'activity', schema: ActivityApplicationSchema, input: activity },
])('how one knew us, in the $form application', ({ schema, input }) => {
  const answer = (heard_from: unknown, heard_from_note = '') =>
    accepts(schema, { ...input, heard_from, heard_from_note })

  test('accepts several different answers', { tags: ['S3.18'] }, () => {
    expect(answer(['friend', 'social_media', 'official_account', 'website'])).toBe(true)
    for (const wrong of [[], ['friend', 'friend'], ['radio'], 'friend']) {
      expect(answer(wrong)).toBe(false)
    }
  })

  test('requires an explanation of "other" and names its field', { tags: ['S3.18'] }, () => {
    expect([answer(['other'], 'A poster'), answer(['friend', 'other'])]).toEqual([true, false])
    // The rest of the form may still be empty: the field is named all the same.
    const { issues = [] } = v.safeParse(schema, { heard_from: ['other'], heard_from_note: ' ' })
    expect(issues.map((issue) => v.getDotPath(issue))).toContain('heard_from_note')
  })

  test.each(['+86138', '13800138000', '+8612345678901', '+9991234567', '+8613800138000 '])(
    'rejects %j as a mobile number',
    (mobile) => {
      expect(accepts(schema, { ...input, mobile })).toBe(false)
    },
  )
})
