import { useStore } from '@nanostores/react'
import { useState, useEffect, useEffectEvent } from 'react'
import * as v from 'valibot'
import type { getActivityApplyInfo } from '#api/activity-application.ts'
import { AppliedSchema, type Applied, type ApplyInfo } from '#api/application.ts'
import type { getCourseApplyInfo } from '#api/course-application.ts'
import type { CallResult } from '#client/create-client.ts'
import type { Transfer } from '#stores/transfer.ts'
import { $transfers, resumeUpload, getTransferKey } from '#stores/upload.ts'
import type { AnyForm } from '#features/forms/use-form.ts'
import { useSubmit } from '#features/forms/use-submit.ts'
import { useSession } from '#features/ui/use-session.ts'
import { callApi } from '#stores/client.ts'
import type { SubmittedAnswer } from './Receipt.tsx'
import { useDraft, type DraftControl } from './use-draft.ts'

type Call = { idempotencyKey: string }

type InfoEndpoint = typeof getCourseApplyInfo | typeof getActivityApplyInfo
type Answers = Record<string, unknown>
type Choices = Partial<Record<string, readonly { value: unknown; label: string }[]>>

interface Options<Output> {
  /** The application info at build time. */
  initial: ApplyInfo
  /** Name of the draft on this device. */
  draft: string
  infoEndpoint: InfoEndpoint
  send: (values: Output, call: Call) => Promise<CallResult<Applied>>
  /** The options of further choices, whose labels the receipt shows. */
  choices?: Choices
  /** Names of the upload fields. */
  uploads?: readonly string[]
}

const MOVING = new Set<Transfer['status']>(['sending', 'paused', 'offline', 'checking'])

/** State and actions of both application forms: live info, draft, prefill, submission, receipt. */
export function useApplication<Output extends Answers>(
  form: AnyForm<Output>,
  { initial, draft: draftName, infoEndpoint, send, choices = {}, uploads = [] }: Options<Output>,
) {
  const live = useApplyInfo(initial, infoEndpoint)
  const draft = useDraft(form, draftName)
  usePrefill(form, draft, live.isMember === true)
  const transfers = useStore($transfers, { ssr: 'initial' })
  const [sent, setSent] = useState<{ applied: Applied; answers: SubmittedAnswer[] } | null>(null)

  const getStatus = (field: string) => transfers[getTransferKey(draftName, field)]?.status
  const submission = useSubmit(form, {
    send,
    pending: uploads.filter((field) => MOVING.has(getStatus(field) ?? 'done')),
    onDone: (applied, values) => {
      const { heard_from } = initial
      const answers = describeAnswers(form, values, draftName, { ...choices, heard_from })
      setSent({ applied, answers })
      void draft.finish()
    },
    success: 'forms:submit_done',
    onRefused: ({ key, data }) => {
      if (key !== 'already_applied') return false
      const applied = v.safeParse(AppliedSchema, data)
      if (applied.success) live.setInfo((info) => ({ ...info, applied: applied.output }))
      else void live.refresh()
      return true
    },
  })

  return {
    info: live.info,
    isMember: live.isMember,
    isKnown: live.isKnown,
    draft,
    sent,
    submission: {
      ...submission,
      async submit(): Promise<void> {
        // Submitting resumes paused uploads.
        for (const field of uploads) {
          if (getStatus(field) === 'paused') resumeUpload(getTransferKey(draftName, field))
        }
        await submission.submit()
      },
    },
  }
}
export type ApplicationControl = ReturnType<typeof useApplication<Answers>>

/**
 * The application info at build time, replaced by the current info for this visitor. If the API is
 * unreachable, the build-time info is kept; the API validates on submission anyway.
 */
function useApplyInfo(initial: ApplyInfo, endpoint: InfoEndpoint) {
  const { status } = useSession()
  const isMember = status === 'unknown' ? null : status === 'member'
  const [info, setInfo] = useState(initial)
  /** Whether the request for the current info has ended. */
  const [isKnown, setKnown] = useState(false)
  const { id } = initial.subject

  async function refresh(signal?: AbortSignal): Promise<void> {
    const input = { query: { id: String(id) }, ...(signal && { signal }) }
    const result = await callApi(endpoint, input).catch(() => null)
    if (signal?.aborted) return
    if (result?.status === 'ok') setInfo(result.data)
    setKnown(true)
  }
  const refreshFirst = useEffectEvent(refresh)
  useEffect(() => {
    if (isMember === null) return undefined
    const controller = new AbortController()
    const read = async () => refreshFirst(controller.signal)
    void read()
    return () => controller.abort()
  }, [isMember])

  return { info, setInfo, isMember, isKnown, refresh }
}

/** Prefills empty fields with name, phone and e-mail address of the profile. */
function usePrefill(
  { hook }: Pick<AnyForm, 'hook'>,
  { prefill, isReady }: DraftControl,
  isMember: boolean,
): void {
  const fill = useEffectEvent((values: Record<string, string | null>) => {
    const current = hook.getValues()
    prefill(
      Object.fromEntries(
        Object.entries(values).filter(([name, value]) => value !== null && current[name] === ''),
      ),
    )
  })
  useEffect(() => {
    if (!isMember || !isReady) return undefined
    const controller = new AbortController()
    async function read(): Promise<void> {
      // Loaded for members only; a failure leaves the fields empty.
      const { getProfile } = await import('#api/profile.ts')
      const result = await callApi(getProfile, { signal: controller.signal }).catch(() => null)
      if (controller.signal.aborted || result?.status !== 'ok') return
      const { nickname, mobile, email } = result.data
      // The default nickname ends with the last digits of the phone number and is not a name.
      fill({ name: nickname.endsWith(mobile.slice(-4)) ? null : nickname, mobile, email })
    }
    void read()
    return () => controller.abort()
  }, [isMember, isReady])
}

/** The submitted answers in page order, without empty fields and consent checkboxes. */
function describeAnswers(
  { labels }: Pick<AnyForm, 'labels'>,
  values: Answers,
  draft: string,
  choices: Choices,
): SubmittedAnswer[] {
  return labels.flatMap(({ name, label }) => {
    const value = values[name]
    if (value === '' || value === true || value === undefined) return []
    const file = $transfers.get()[getTransferKey(draft, name)]?.file
    const chosen: readonly unknown[] = Array.isArray(value) ? value : [value]
    const options = choices[name]?.filter((option) => chosen.includes(option.value))
    const text = options?.map((option) => option.label).join(' · ')
    return [{ label, text: file?.name ?? text ?? String(value) }]
  })
}
