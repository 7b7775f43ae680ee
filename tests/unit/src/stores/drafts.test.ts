import 'fake-indexeddb/auto'
import { createStore, keys } from 'idb-keyval'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearDraft,
  getDraftKey,
  deleteDraftFile,
  followDeletion,
  readDraft,
  readDraftFile,
  saveDraft,
  saveDraftFile,
  saveDraftSync,
} from '#stores/drafts.ts'
import { createStorage } from '#tests/support/fake-storage.ts'

const form = getDraftKey('course', 3)
const file = { file: new File(['x'], 'cv.pdf'), grant: null, url: null, upload: null }
const DAY_MS = 24 * 60 * 60 * 1000

/** Local storage whose keys can be listed. */
const { items, storage } = createStorage()
const listed = new Proxy(storage, {
  ownKeys: () => [...items.keys()],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
})

const listKeys = () => keys(createStore('drafts', 'drafts'))

beforeEach(async () => {
  await clearDraft()
  items.clear()
  vi.stubGlobal('localStorage', listed)
})

describe('application drafts', () => {
  test('are keyed by kind and item, not by language', () => {
    expect(form).toBe('course:3')
    expect(getDraftKey('activity', 3)).not.toBe(form)
  })

  test('are restored as they were saved', async () => {
    expect(await readDraft(form)).toBeNull()
    await saveDraft(form, { name: 'Lin' }, 1000)
    expect(await readDraft(form, 2000)).toEqual({ values: { name: 'Lin' }, savedAt: 1000 })
  })

  test('are deleted after thirty days, with their files', async () => {
    await saveDraft(form, { name: 'Lin' }, 0)
    await saveDraftFile(form, 'resume_upload_id', file)
    expect(await readDraft(form, 30 * DAY_MS)).not.toBeNull()
    expect(await readDraft(form, 30 * DAY_MS + 1)).toBeNull()
    expect(await listKeys()).toEqual([])
  })

  test('of forms that are never opened again are deleted after thirty days, too', async () => {
    const [old, unloaded] = [getDraftKey('course', 31), getDraftKey('activity', 3)]
    await saveDraft(old, { name: 'Lin' }, 0)
    await saveDraftFile(old, 'video_upload_id', file)
    await saveDraft(unloaded, { name: 'L' }, 0)
    saveDraftSync(unloaded, { name: 'Lin' }, 20 * DAY_MS)
    await saveDraft(form, { name: 'Lu' }, 29 * DAY_MS)
    expect(await readDraft(form, 31 * DAY_MS)).not.toBeNull()
    expect(await listKeys()).toEqual([`${unloaded}/values`, `${form}/values`])
    expect((await readDraft(unloaded, 31 * DAY_MS))?.values).toEqual({ name: 'Lin' })
  })

  test('that only an unloading page has saved are deleted after thirty days, too', async () => {
    const other = getDraftKey('activity', 3)
    saveDraftSync(other, { name: 'Lin' }, 0)
    await readDraft(form, 30 * DAY_MS)
    expect([...items.keys()]).toEqual([`draft/${other}`])
    await readDraft(form, 30 * DAY_MS + 1)
    expect(items.size).toBe(0)
  })

  test('that consist of files only are deleted after thirty days, too', async () => {
    const other = getDraftKey('course', 31)
    await saveDraftFile(form, 'resume_upload_id', file, 0)
    await saveDraftFile(other, 'resume_upload_id', file, 0)
    await saveDraftFile(other, 'video_upload_id', file, DAY_MS)
    await readDraft(form, 30 * DAY_MS)
    expect(await listKeys()).toHaveLength(3)
    await readDraft(form, 30 * DAY_MS + 1)
    expect(await listKeys()).toEqual([`${other}/file/video_upload_id`])
  })

  test('that are older than thirty days do not restore their files', async () => {
    await saveDraft(form, { name: 'Lin' }, 0)
    await saveDraftFile(form, 'resume_upload_id', file, 0)
    const read = (now: number) => readDraftFile(form, 'resume_upload_id', now)
    expect(await read(30 * DAY_MS)).toMatchObject(file)
    // The form reads values and files at the same time.
    const [draft, restored] = await Promise.all([
      readDraft(form, 30 * DAY_MS + 1),
      read(30 * DAY_MS + 1),
    ])
    expect(draft).toBeNull()
    expect(restored).toBeUndefined()
  })

  test('remain cleared if the page unloads before their values are deleted', async () => {
    await saveDraft(form, { name: 'Lin' }, 1000)
    const deleting = clearDraft(form, 2000)
    // The state that a reloaded page would read.
    expect(JSON.parse(items.get(`draft/${form}`) ?? '')).toEqual({ values: null, savedAt: 2000 })
    await deleting
    expect(items.size).toBe(0)
    items.set(`draft/${form}`, JSON.stringify({ values: null, savedAt: 2000 }))
    await saveDraft(form, { name: 'Lin' }, 1500)
    expect(await readDraft(form, 2500)).toBeNull()
    await saveDraft(form, { name: 'Lu' }, 3000)
    expect(await readDraft(form, 3500)).toEqual({ values: { name: 'Lu' }, savedAt: 3000 })
  })

  test('of all forms leave local storage at once, even if the page unloads', async () => {
    saveDraftSync(form, { name: 'Lin' })
    const deleting = clearDraft()
    expect(items.has(`draft/${form}`)).toBe(false)
    await deleting
  })

  test('store files separately from values', async () => {
    await saveDraft(form, { name: 'Lin' })
    await saveDraftFile(form, 'resume_upload_id', file)
    expect(await readDraftFile(form, 'resume_upload_id')).toMatchObject(file)
    await deleteDraftFile(form, 'resume_upload_id')
    expect(await readDraftFile(form, 'resume_upload_id')).toBeUndefined()
    expect(await readDraft(form)).not.toBeNull()
  })

  test('keep the last values of an unloaded page until they are saved', async () => {
    await saveDraft(form, { name: 'L' }, 1000)
    saveDraftSync(form, { name: 'Lin' }, 1100)
    expect(await readDraft(form, 2000)).toEqual({ values: { name: 'Lin' }, savedAt: 1100 })
    await saveDraft(form, { name: 'Ling' }, 1200)
    expect((await readDraft(form, 2000))?.values).toEqual({ name: 'Ling' })
    expect(items.size).toBe(0)
    saveDraftSync(getDraftKey('course', 4), { name: 'Lin' }, 0)
    expect(await readDraft(getDraftKey('course', 4), 30 * DAY_MS + 1)).toBeNull()
    saveDraftSync(form, { name: 'Old' }, 10)
    expect((await readDraft(form, 2000))?.values).toEqual({ name: 'Ling' })
    await clearDraft(form)
    expect(items.size).toBe(0)
  })

  test('are cleared one by one or all at once', async () => {
    await saveDraft(form, {})
    await saveDraft('course:31', {})
    await clearDraft(form)
    expect(await listKeys()).toEqual(['course:31/values'])
    await clearDraft()
    expect(await listKeys()).toEqual([])
  })

  test('notify the forms of other tabs when all are deleted, not when one is', async () => {
    const otherTab = new EventTarget()
    const onDeleted = vi.fn<() => void>()
    vi.stubGlobal('addEventListener', otherTab.addEventListener.bind(otherTab))
    followDeletion(onDeleted, new AbortController().signal)
    vi.stubGlobal('localStorage', {
      ...storage,
      setItem: (key: string, newValue: string) => {
        storage.setItem(key, newValue)
        otherTab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
      },
    })
    await clearDraft(form)
    expect(onDeleted).not.toHaveBeenCalled()
    await clearDraft()
    expect(onDeleted).toHaveBeenCalledOnce()
  })
})
