import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ActivityApplicationSchema } from '#api/activity-application.ts'
import { CourseApplicationSchema } from '#api/course-application.ts'
import { MobileSchema } from '#api/mobile.ts'
import { describeIssue, isRequired } from '#features/forms/issues.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

const entries = {
  ...ActivityApplicationSchema.entries,
  ...CourseApplicationSchema.entries,
  mobile: MobileSchema,
  agreed: v.literal(true),
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
  birthday: v.pipe(v.string(), v.isoDate()),
}
type Name = keyof typeof entries

/** The form's message for a value in a language. */
function describeFault(name: Name, value: unknown, locale: 'zh-cn' | 'en' = 'en'): string {
  const schema: v.GenericSchema<unknown, unknown> = entries[name]
  const { issues } = v.safeParse(schema, value, { abortPipeEarly: true })
  if (!issues) return ''
  const t = createIslandTexts(locale, 'form')
  return describeIssue({ name, type: issues[0].type, value, schema }, t)
}

describe('field error messages', () => {
  const cases: [string, Name, unknown, string, string][] = [
    ['S5.01', 'email', 'cheng@', '请输入正确的邮箱格式', 'Enter the correct email format'],
    ['S5.02', 'mobile', '+8612345', '请输入正确的手机号码', 'Enter the correct phone number'],
    ['S5.03', 'heard_from', [], '请选择', 'Please select'],
    ['S5.03', 'social_platform', null, '请选择', 'Please select'],
    ['S5.03', 'similar_before', null, '请选择', 'Please select'],
    ['S5.04', 'name', '', '请输入', 'Please input'],
    ['S5.04', 'name', '   ', '请输入', 'Please input'],
    ['S5.04', 'age', null, '请输入', 'Please input'],
    ['S5.04', 'email', '', '请输入', 'Please input'],
    ['S5.04', 'mobile', '', '请输入', 'Please input'],
    ['S5.05', 'resume_upload_id', null, '请上传', 'Please upload'],
    ['S5.05', 'video_upload_id', null, '请上传', 'Please upload'],
    ['S5.07', 'code', '12', '请输入正确的验证码', 'Enter a correct verification code'],
    [
      'S5.08',
      'agreed',
      false,
      '请阅读并同意用户协议和隐私政策',
      'Please read and agree to the user agreement and privacy policy',
    ],
    [
      'S5.12',
      'self_introduction',
      '戏'.repeat(201),
      '不得超过 200 字，请删去一些',
      'Please use no more than 200 words',
    ],
    [
      'S5.13',
      'hope',
      'word '.repeat(201),
      '不得超过 200 字，请删去一些',
      'Please use no more than 200 words',
    ],
  ]
  for (const [id, name, value, chinese, english] of cases) {
    test(`describe ${name} of ${JSON.stringify(value)}`, { tags: [id] }, () => {
      expect(describeFault(name, value, 'zh-cn')).toBe(chinese)
      expect(describeFault(name, value)).toBe(english)
    })
  }

  test.each<[Name, unknown, string]>([
    ['age', 2, 'whole number'],
    ['age', 12.5, 'whole number'],
    ['age', 'twelve', 'whole number'],
    ['name', 'x'.repeat(81), 'too long'],
    ['self_introduction', '!'.repeat(4001), 'too long'],
    ['birthday', '2001--', 'full date'],
  ])('describe %s of %j', (name, value, part) => expect(describeFault(name, value)).toContain(part))

  test('are empty for valid values', () => {
    expect(describeFault('email', 'lin@example.org')).toBe('')
    expect(describeFault('mobile', '+8613800138000')).toBe('')
    expect(describeFault('heard_from', ['friend', 'other'])).toBe('')
  })
})

test('requires the fields whose empty value the contract refuses', { tags: ['S5.14'] }, () => {
  const required = (Object.keys(entries) as Name[]).filter((name) => isRequired(entries[name]))
  expect(required).not.toContain('heard_from_note')
  expect(required).not.toContain('similar_before_note')
  expect(required).not.toContain('special_needs')
  for (const name of ['name', 'age', 'email', 'mobile', 'heard_from', 'single_take'] as const) {
    expect(required).toContain(name)
  }
  expect(isRequired(v.optional(v.string()))).toBe(false)
})
