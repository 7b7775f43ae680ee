import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { clearDraft, readDraft, saveDraft, saveLastWords, type Draft } from '#stores/drafts.ts'
import { $transfers, forgetUpload, removeUpload } from '#stores/upload.ts'
import type { AnyForm } from '../use-form.ts'

const DELAY_MS = 400

/** What a draft keeps: files are kept apart, and the item is that of the page. */
const keptOf = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith('_id')))

const filesOf = (draft: string) =>
  Object.keys($transfers.get())
    .filter((name) => name.startsWith(`${draft}/`))
    .map((name) => name.slice(draft.length + 1))

/** Keeps what is typed on the device and brings it back: after a reload, a login, a change of language. */
export function useDraft({ hook }: Pick<AnyForm, 'hook'>, draft: string) {
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [isReady, setReady] = useState(false)
  const [isOff, setOff] = useState(false)
  const [isRestored, setRestored] = useState(false)
  /** What need not be saved: what stood in the form before anybody typed. */
  const baseline = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const takeBaseline = () => {
    baseline.current = JSON.stringify(keptOf(hook.getValues()))
  }

  async function save(): Promise<void> {
    clearTimeout(timer.current)
    const values = keptOf(hook.getValues())
    const text = JSON.stringify(values)
    if (text === baseline.current) return
    baseline.current = text
    try {
      setSavedAt((await saveDraft(draft, values)).savedAt)
      setOff(false)
    } catch {
      setOff(true)
    }
  }

  const restore = useEffectEvent((known: Draft | null | undefined) => {
    setOff(known === undefined)
    if (known) {
      for (const [name, value] of Object.entries(known.values)) {
        if (name in hook.getValues()) hook.setValue(name, value)
      }
      setSavedAt(known.savedAt)
      setRestored(true)
    }
    takeBaseline()
    setReady(true)
  })
  const saveNow = useEffectEvent(() => void save())
  const saveLast = useEffectEvent(() => {
    const values = keptOf(hook.getValues())
    if (JSON.stringify(values) !== baseline.current) saveLastWords(draft, values)
  })

  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    async function begin(): Promise<void> {
      const known = await readDraft(draft).catch(() => undefined)
      if (!signal.aborted) restore(known)
    }
    void begin()
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
    addEventListener('pagehide', onHide, { signal })
    document.addEventListener('visibilitychange', onHide, { signal })
    return () => {
      gone.abort()
      clearTimeout(timer.current)
      unsubscribe()
    }
  }, [hook, draft])

  return {
    savedAt,
    isReady,
    isOff,
    isRestored,
    /** Sets fields without making a draft of it. */
    prefill(values: Record<string, unknown>): void {
      for (const [name, value] of Object.entries(values)) hook.setValue(name, value)
      if (savedAt === null) takeBaseline()
    },
    /** Forgets everything that was written and chosen. */
    async clear(): Promise<void> {
      clearTimeout(timer.current)
      for (const field of filesOf(draft)) removeUpload(draft, field)
      hook.reset()
      takeBaseline()
      setSavedAt(null)
      setRestored(false)
      await clearDraft(draft).catch(() => {})
    },
    /** The form was sent: the draft goes, its files belong to the application. */
    async finish(): Promise<void> {
      clearTimeout(timer.current)
      takeBaseline()
      for (const field of filesOf(draft)) forgetUpload(`${draft}/${field}`)
      await clearDraft(draft).catch(() => {})
    },
  }
}
export type DraftControl = ReturnType<typeof useDraft>
