import * as v from 'valibot'
import { expect, test } from 'vitest'
import { LOCALES } from '#api/language.ts'
import { UploadInfoSchema } from '#api/upload.ts'
import { VIDEO_MAX_S } from '#config.ts'
import { LIFETIMES, UPLOAD_INFO } from '#scripts/admin-api/modules/upload/limits.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { DAY } from '#scripts/lib/durations.ts'

test('limits audition videos to five minutes in forms and in checks', { tags: ['S9.17'] }, () => {
  expect(v.parse(UploadInfoSchema, UPLOAD_INFO)).toEqual(UPLOAD_INFO)
  expect(UPLOAD_INFO.video_max_s).toBe(300)
  expect(UPLOAD_INFO.video_max_s).toBe(VIDEO_MAX_S)
})

test.each(LOCALES)('states in the %s form for how long files are kept', (locale) => {
  const days = [LIFETIMES.decidedMs, LIFETIMES.unusedMs].map((ms) => String(ms / DAY))
  expect(getTexts(locale)('application:kept_course').match(/\d+/g)).toEqual(days)
})
