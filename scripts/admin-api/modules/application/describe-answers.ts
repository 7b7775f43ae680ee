import type { ActivityApplication } from '#api/activity-application.ts'
import { HEARD_FROM } from '#api/application.ts'
import type { CourseApplication } from '#api/course-application.ts'
import { LOCALES } from '#api/language.ts'
import { describeSource } from '../read/apply-info.ts'

type Field =
  | Exclude<keyof CourseApplication, 'course_id' | 'resume_upload_id' | 'video_upload_id'>
  | Exclude<keyof ActivityApplication, 'activity_id'>

/** Bilingual labels of the questions of both forms, for staff. */
export const QUESTIONS: Record<Field, string> = {
  name: '姓名 Name',
  age: '年龄 Age',
  school: '学校 School',
  job: '职业 Occupation',
  email: '邮箱 E-mail',
  mobile: '手机 Mobile',
  single_take: '一镜到底 One take',
  self_introduction: '自我介绍 Self-introduction',
  hope: '期待 Hope',
  similar_before: '参加过类似工作坊 Similar workshops before',
  similar_before_note: '说明 Which ones',
  special_needs: '特殊需求 Special physical needs',
  heard_from: '了解渠道 How they knew us',
  heard_from_note: '渠道说明 Explanation',
  social_platform: '社交平台 Social platform',
  social_account: '社交账号 Social media account',
}
// `Object.keys` is typed as string[].
const FIELDS = Object.keys(QUESTIONS) as Field[]

const PLATFORMS: Record<ActivityApplication['social_platform'], string> = {
  wechat: '微信 WeChat',
  weibo: '微博 Weibo',
  douyin: '抖音 Douyin',
  xiaohongshu: '小红书 Xiaohongshu',
  other: '其他 Other',
}
const CHOICE_LABELS: ReadonlyMap<unknown, string> = new Map<string, string>([
  ...Object.entries(PLATFORMS),
  ...HEARD_FROM.map((value): [string, string] => [
    value,
    LOCALES.map((lang) => describeSource(value, lang)).join(' '),
  ]),
])
const CHOICES = new Set<Field>(['heard_from', 'social_platform'])

function describeValue(field: Field, value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => describeValue(field, item)).join('; ')
  if (field === 'similar_before' || field === 'single_take') return value ? '是 Yes' : '否 No'
  if (CHOICES.has(field)) return CHOICE_LABELS.get(value) ?? String(value)
  return String(value)
}

/**
 * The answers of a stored form as texts, in the order of the questions. Questions of the other form and
 * deleted answers are empty.
 */
export function describeAnswers(stored: string): { field: Field; answer: string }[] {
  const answers: Record<string, unknown> = JSON.parse(stored)
  return FIELDS.map((field) => ({ field, answer: describeValue(field, answers[field]) }))
}
