import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  clearDraft,
  followDeletion,
  readDraft,
  saveDraft,
  saveDraftSync,
  type Draft,
} from '#stores/drafts.ts'
import { clearUpload, listFileFields, removeUpload, getTransferKey } from '#stores/upload.ts'
import type { AnyForm } from '#features/forms/use-form.ts'

const DELAY_MS = 400

/**
 * The values to store in a draft, without upload ids (files are stored separately) and the id of the item.
 */
const pickDraftValues = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith('_id')))

/** Saves a draft on the device and restores it after a reload, a login or a change of language. */
export function useDraft({ hook }: Pick<AnyForm, 'hook'>, draft: string) {
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [isReady, setReady] = useState(false)
  const [isOff, setOff] = useState(false)
  const [isRestored, setRestored] = useState(false)
  /** The last saved or initial values as JSON: unchanged values are not saved. */
  const baseline = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const readValues = () => pickDraftValues(hook.getValues())
  const isChanged = () => JSON.stringify(readValues()) !== baseline.current
  const resetBaseline = () => {
    baseline.current = JSON.stringify(readValues())
  }

  async function save(): Promise<void> {
    clearTimeout(timer.current)
    if (!isChanged()) return
    resetBaseline()
    const saved = baseline.current
    try {
      const { savedAt: at } = await saveDraft(draft, readValues())
      // The draft was cleared during the save.
      if (baseline.current !== saved) return
      setSavedAt(at)
      setOff(false)
    } catch {
      setOff(true)
    }
  }

  /** Discards all values and files. */
  async function clear(): Promise<void> {
    clearTimeout(timer.current)
    for (const field of listFileFields(draft)) removeUpload(draft, field)
    hook.reset()
    resetBaseline()
    setSavedAt(null)
    setRestored(false)
    await clearDraft(draft).catch(() => {})
  }

  const restore = useEffectEvent((stored: Draft | null | undefined) => {
    setOff(stored === undefined)
    if (stored) {
      for (const [name, value] of Object.entries(stored.values)) {
        if (name in hook.getValues()) hook.setValue(name, value)
      }
      setSavedAt(stored.savedAt)
      setRestored(true)
    }
    resetBaseline()
    setReady(true)
  })
  const clearNow = useEffectEvent(() => void clear())
  const saveNow = useEffectEvent(() => void save())
  const saveLast = useEffectEvent(() => {
    if (isChanged()) saveDraftSync(draft, readValues())
  })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function begin(): Promise<void> {
      const stored = await readDraft(draft).catch(() => undefined)
      if (!signal.aborted) restore(stored)
    }
    void begin()
    return () => controller.abort()
  }, [draft])

  // Starts after the draft has been restored: the blank values of the form would replace it.
  useEffect(() => {
    if (!isReady) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const unsubscribe = hook.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(saveNow, DELAY_MS)
      },
    })
    const onHide = () => {
      saveLast()
      saveNow()
    }
    followDeletion(clearNow, signal)
    addEventListener('pagehide', onHide, { signal })
    document.addEventListener('visibilitychange', onHide, { signal })
    return () => {
      controller.abort()
      clearTimeout(timer.current)
      unsubscribe()
    }
  }, [hook, isReady])

  return {
    savedAt,
    isReady,
    isOff,
    isRestored,
    /** Sets fields without creating a draft. */
    prefill(values: Record<string, unknown>): void {
      const hasChanged = isChanged()
      for (const [name, value] of Object.entries(values)) hook.setValue(name, value)
      if (!hasChanged) resetBaseline()
    },
    clear,
    /** Deletes the draft after submission; its files now belong to the application. */
    async finish(): Promise<void> {
      clearTimeout(timer.current)
      resetBaseline()
      for (const field of listFileFields(draft)) clearUpload(getTransferKey(draft, field))
      await clearDraft(draft).catch(() => {})
    },
  }
}
export type DraftControl = ReturnType<typeof useDraft>
