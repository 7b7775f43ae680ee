import { afterEach, expect, test } from 'vitest'
import { $uploadInfo, setUploadInfo } from '#stores/upload.ts'

afterEach(() => $uploadInfo.set(null))

test('holds the upload info of the init data in the client state', { tags: ['S3.15'] }, () => {
  expect($uploadInfo.get()).toBeNull()
  const info = {
    provider: 'local',
    endpoint: '/api/upload/tus',
    resume_max_bytes: 1000,
    video_max_bytes: 2000,
    video_max_s: 300,
    avatar_max_bytes: 1000,
  }
  setUploadInfo(info)
  expect($uploadInfo.get()).toEqual(info)
})
