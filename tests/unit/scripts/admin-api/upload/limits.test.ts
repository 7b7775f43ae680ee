import * as v from 'valibot'
import { expect, test } from 'vitest'
import { UploadInfoSchema } from '#api/upload.ts'
import { VIDEO_MAX_S } from '#config.ts'
import { UPLOAD_INFO } from '#scripts/admin-api/modules/upload/limits.ts'

test('limits audition videos to five minutes in forms and in checks', { tags: ['S9.17'] }, () => {
  expect(v.parse(UploadInfoSchema, UPLOAD_INFO)).toEqual(UPLOAD_INFO)
  expect(UPLOAD_INFO.video_max_s).toBe(300)
  expect(UPLOAD_INFO.video_max_s).toBe(VIDEO_MAX_S)
})
