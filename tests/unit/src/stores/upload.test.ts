import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test } from 'vitest'
import { readDraftFile } from '#stores/drafts.ts'
import {
  $reading,
  $transfers,
  $uploadInfo,
  chooseFile,
  listFileFields,
  removeUpload,
  setUploadInfo,
} from '#stores/upload.ts'

afterEach(() => {
  $uploadInfo.set(null)
  $transfers.set({})
  $reading.set({})
})

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

describe('a chosen file', () => {
  const target = { form: 'course:1', field: 'resume_upload_id', kind: 'resume' } as const
  const name = 'course:1/resume_upload_id'

  /** Chooses a file whose check ends with a fault, or with null. */
  function choose(file: File) {
    const { promise, resolve: endCheck } = Promise.withResolvers<string | null>()
    return { chosen: chooseFile(target, file, () => promise), endCheck }
  }

  test('appears once it is read, and is stored with the draft', async () => {
    const file = new File(['%PDF-'], 'cv.pdf')
    const { chosen, endCheck } = choose(file)
    expect([$reading.get(), $transfers.get()]).toEqual([{ [name]: file }, {}])
    endCheck(null)
    expect(await chosen).toBeNull()
    expect([$reading.get(), $transfers.get()[name]?.file]).toEqual([{}, file])
    expect(await readDraftFile(target.form, target.field)).toMatchObject({ upload: null })
  })

  test('does not appear when the draft is discarded while it is read', async () => {
    const { chosen, endCheck } = choose(new File(['%PDF-'], 'cv.pdf'))
    expect(listFileFields(target.form)).toEqual([target.field])
    removeUpload(target.form, target.field)
    endCheck('refused')
    expect(await chosen).toBeNull()
    expect([$reading.get(), $transfers.get()]).toEqual([{}, {}])
  })

  test('gives way to a later choice, and a refused one to none', async () => {
    const first = choose(new File(['1'], 'first.pdf'))
    const later = new File(['2'], 'later.pdf')
    const second = choose(later)
    second.endCheck(null)
    first.endCheck(null)
    await Promise.all([first.chosen, second.chosen])
    expect($transfers.get()[name]?.file).toBe(later)
    const refused = choose(new File(['3'], 'refused.pdf'))
    refused.endCheck('refused')
    expect(await refused.chosen).toBe('refused')
    expect($transfers.get()[name]?.file).toBe(later)
  })
})
