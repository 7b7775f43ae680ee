import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readDraftFile, saveDraftFile } from '#stores/drafts.ts'
import {
  $reading,
  $transfers,
  $uploadInfo,
  chooseFile,
  listFileFields,
  removeUpload,
  restoreUpload,
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

test('a file of an earlier visit is uploaded once back online, unless it was removed', async () => {
  const network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.doMock('#stores/transfer.ts', () => Promise.reject(new TypeError('Failed to fetch')))
  const getName = (form: string) => `${form}/resume_upload_id`
  for (const form of ['course:2', 'course:3']) {
    const file = new File(['%PDF-'], 'cv.pdf')
    const draft = { file, grant: null, url: null, upload: null }
    await saveDraftFile(form, 'resume_upload_id', draft)
    await restoreUpload({ form, field: 'resume_upload_id', kind: 'resume' })
    expect($transfers.get()[getName(form)]).toMatchObject({ status: 'offline', sent: 0 })
  }
  removeUpload('course:3', 'resume_upload_id')
  vi.doUnmock('#stores/transfer.ts')
  network.dispatchEvent(new Event('online'))
  // Without a session the upload waits for the login.
  await vi.waitFor(() =>
    expect($transfers.get()).toMatchObject({ [getName('course:2')]: { status: 'waiting' } }),
  )
  expect(Object.keys($transfers.get())).toEqual([getName('course:2')])
  expect(await readDraftFile('course:3', 'resume_upload_id')).toBeUndefined()
  vi.unstubAllGlobals()
})
