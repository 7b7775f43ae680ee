import { describe, expect, test, vi } from 'vitest'
import { checkFile } from '#features/applications/upload/check-file.ts'
import { describeUploadFault, isRepeatable } from '#features/applications/upload/file-fault.ts'
import { formatBytes, formatLength } from '#features/applications/upload/format-size.ts'

const info = {
  provider: 'local',
  endpoint: '/api/upload/tus',
  resume_max_bytes: 1000,
  video_max_bytes: 2000,
  video_max_s: 300,
  avatar_max_bytes: 1000,
}
const pdf = (bytes: number, name = 'cv.pdf') => new File(['%PDF-1.7'.padEnd(bytes, ' ')], name)
const video = (name = 'take.mp4', bytes = 10) => new File(['x'.repeat(bytes)], name)
const lasts = (seconds: number | null) => () => Promise.resolve(seconds)

describe('resume file check', { tags: ['S5.09'] }, () => {
  test.each([
    [pdf(20), null],
    [pdf(20, 'CV.PDF'), null],
    [pdf(20, 'cv.docx'), 'upload:not_pdf'],
    [new File(['<html>'], 'cv.pdf'), 'upload:not_pdf'],
    [new File([], 'cv.pdf'), 'upload:empty'],
    [pdf(1001), 'upload:too_large'],
    [pdf(1000), null],
  ])('reports the expected fault in case %#', async (file, key) => {
    const fault = await checkFile('resume', file, info, lasts(null))
    expect(fault?.key ?? null).toBe(key)
  })
})

describe('video file check', { tags: ['S5.10'] }, () => {
  test.each([
    [video(), 299, null],
    [video('take.MOV'), 300, null],
    [video('take.webm'), null, null],
    [video(), 300.4, 'upload:too_long'],
    [video('take.avi'), 10, 'upload:not_video'],
    [video('take.mp4', 2001), 10, 'upload:too_large'],
  ])('reports the expected fault in case %#', async (file, seconds, key) => {
    const fault = await checkFile('video', file, info, lasts(seconds))
    expect(fault?.key ?? null).toBe(key)
  })

  test('reports the length of a video that is too long', async () => {
    const fault = await checkFile('video', video(), info, lasts(341))
    expect(fault?.values).toEqual({ length: '5:41', max: '5:00' })
  })

  test('reports the length measured by the API with the same text', () => {
    const data = { duration_s: 340.2, max_s: 300 }
    expect(describeUploadFault({ kind: 'refused', code: 500403, data })).toEqual({
      key: 'upload:too_long',
      values: { length: '5:41', max: '5:00' },
    })
    expect(describeUploadFault({ kind: 'refused', code: 500404, data: null }).key).toBe(
      'errors:quota_reached',
    )
  })
})

test.each([
  [500401, false],
  [500403, false],
  [500407, false],
  [500404, true],
  [500408, true],
  [599999, true],
])('offers another attempt after refusal %i: %s', (code, expected) => {
  expect(isRepeatable({ kind: 'refused', code, data: null })).toBe(expected)
})

test.each([
  ['resume', 'cv.pdf'],
  ['video', 'take.mp4'],
] as const)('reports a %s that can no longer be read', async (kind, name) => {
  const file = new File(['%PDF-1.7'], name)
  const gone = Promise.reject(new DOMException('', 'NotReadableError'))
  vi.spyOn(file, 'slice').mockReturnValue(Object.assign(new Blob(), { text: () => gone }))
  const fault = await checkFile(kind, file, info, lasts(null))
  expect(fault?.key).toBe('upload:unreadable')
})

test('formats sizes and durations', () => {
  expect(formatBytes(2_200_000)).toBe('2.1 MB')
  expect(formatBytes(10 * 1024 * 1024)).toBe('10 MB')
  expect(formatBytes(2000)).toBe('2 KB')
  expect(formatLength(300)).toBe('5:00')
  expect(formatLength(59)).toBe('0:59')
})
