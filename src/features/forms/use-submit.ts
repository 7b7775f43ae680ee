import type { IslandKey } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BusinessKey } from '#api/codes.ts'
import type { CallResult } from '#client/create-client.ts'
import { describeFailure, failureOfAnswer, failureOfError, type Failure } from './failures.ts'
import { createAttempts } from './idempotency.ts'
import { showToast } from './toast.ts'
import type { AnyForm } from './use-form.ts'

interface Options<Output, Data> {
  /** Makes the call; the key is the same when the same is sent again. */
  send: (values: Output, call: { idempotencyKey: string }) => Promise<CallResult<Data>>
  onDone: (data: Data, values: Output) => void
  /** The toast of success. */
  success?: IslandKey<'form'>
  /** Refusals that belong to a field stand beside it. */
  fieldOfRefusal?: Partial<Record<BusinessKey, string>>
  /** Fields whose file is still on its way: sending waits for them. */
  pending?: readonly string[]
  /** Handles a refusal in its own way: true when it did. */
  onRefused?: (refusal: Extract<Failure, { kind: 'refused' }>) => boolean
}

/** Where sending stands, for the button and the notice. */
export interface Submission {
  isSending: boolean
  /** Whether it is sent as soon as the last file has arrived. */
  isWaiting: boolean
  failure: Failure | null
  /** Checks the form and sends it. */
  submit: () => Promise<void>
  /** Does not send after all. */
  stopWaiting: () => void
}

/**
 * The one way forms are sent: check, lead to the faults, call, and say what came of it. Whatever
 * happens, what was typed stays.
 */
export function useSubmit<Output, Data>(
  form: Omit<AnyForm, 'output'> & { output: Output | undefined },
  options: Options<Output, Data>,
): Submission {
  const { hook, summary, t } = form
  const [attempts] = useState(createAttempts)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const { pending = [] } = options
  const isBusy = useRef(false)

  function refuse(failed: Failure): void {
    if (failed.kind !== 'failed') attempts.settle()
    if (failed.kind === 'refused') {
      if (options.onRefused?.(failed)) return
      const field = failed.key && options.fieldOfRefusal?.[failed.key]
      if (field) {
        hook.setError(field, { type: 'server', message: describeFailure(failed, t) })
        document.getElementById(form.idOf(field))?.focus()
        return
      }
    }
    setFailure(failed)
  }

  async function send(values: Output): Promise<void> {
    const answer = await options
      .send(values, { idempotencyKey: attempts.keyOf(values) })
      .catch((error: unknown) => failureOfError(error))
    if ('kind' in answer) return refuse(answer)
    if (answer.status !== 'ok') return refuse(failureOfAnswer(answer))
    attempts.settle()
    if (options.success) showToast(t, options.success)
    options.onDone(answer.data, values)
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
          // The resolver gave what the schema makes of the form.
          await send(values as Output)
        },
        (errors) => {
          hook.clearErrors([...pending])
          const isFilled = Object.keys(errors).every((name) => pending.includes(name))
          setWaiting(isFilled)
          // The list of faults is there after the next render.
          if (!isFilled) setTimeout(() => summary.current?.focus())
        },
      )()
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }

  // A file that is on its way is no longer missing.
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
