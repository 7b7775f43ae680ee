import type { IslandKey } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BusinessKey } from '#api/codes.ts'
import type { CallResult } from '#client/create-client.ts'
import { describeFailure, toResultFailure, toErrorFailure, type Failure } from './failures.ts'
import { createAttempts } from './idempotency.ts'
import { showToast } from './toast.ts'
import type { AnyForm } from './use-form.ts'

interface Options<Output, Data> {
  /** Makes the call; the key is the same when the same values are sent again. */
  send: (values: Output, call: { idempotencyKey: string }) => Promise<CallResult<Data>>
  onDone: (data: Data, values: Output) => void
  /** The toast after success. */
  success?: IslandKey<'form'>
  /** The fields beside which refusals are shown. */
  fieldOfRefusal?: Partial<Record<BusinessKey, string>>
  /** Fields whose file is still being uploaded: the submission waits for them. */
  pending?: readonly string[]
  /** Handles a refusal itself and returns true; false leaves it to the form. */
  onRefused?: (refusal: Extract<Failure, { kind: 'refused' }>) => boolean
}

/**
 * Submits a form: validates it, focuses the error summary, makes the call and reports the result. Input is
 * never lost.
 */
export function useSubmit<Output, Data>(form: AnyForm<Output>, options: Options<Output, Data>) {
  const { hook, summary, t } = form
  const [attempt] = useState(() => createAttempts())
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)
  /** Whether the form is sent as soon as the last file has been uploaded. */
  const [isWaiting, setWaiting] = useState(false)
  const { pending = [] } = options
  const isBusy = useRef(false)

  function refuse(failed: Failure): void {
    if (failed.kind === 'refused') {
      if (options.onRefused?.(failed)) return
      const field = failed.key && options.fieldOfRefusal?.[failed.key]
      if (field) return form.refuse(field, describeFailure(failed, t))
    }
    setFailure(failed)
  }

  async function send(values: Output): Promise<void> {
    const result = await attempt(values, (idempotencyKey) =>
      options.send(values, { idempotencyKey }),
    ).catch((error: unknown) => toErrorFailure(error))
    if ('kind' in result) return refuse(result)
    if (result.status !== 'ok') return refuse(toResultFailure(result))
    if (options.success) showToast(t, options.success)
    options.onDone(result.data, values)
  }

  async function submit(): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setWaiting(false)
    setFailure(null)
    try {
      await hook.handleSubmit(
        async (values) => {
          setSending(true)
          // `values` is the output of the schema, from the resolver.
          await send(values as Output)
        },
        (errors) => {
          hook.clearErrors([...pending])
          const isComplete = Object.keys(errors).every((name) => pending.includes(name))
          setWaiting(isComplete)
          // The error summary is filled by the next render.
          if (!isComplete) setTimeout(() => summary.current?.focus())
        },
      )()
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }

  // A file that is being uploaded is not missing.
  const moving = pending.join(' ')
  useEffect(() => {
    if (moving !== '') hook.clearErrors(moving.split(' '))
  }, [hook, moving])

  const isReady = isWaiting && pending.length === 0
  const sendNow = useEffectEvent(() => void submit())
  useEffect(() => {
    if (isReady) sendNow()
  }, [isReady])

  return { isSending, isWaiting, failure, submit, stopWaiting: () => setWaiting(false) }
}
/** The state of a submission, for the button and the notice. */
export type Submission = ReturnType<typeof useSubmit>
