import { describeFailure } from '#features/forms/failures.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, type ReactNode } from 'react'
import { maskMobile } from '#api/mobile.ts'
import { Field } from '#features/forms/Field.tsx'
import { useField, type AnyForm, type FieldBinding } from '#features/forms/use-form.ts'
import { useSession } from '#features/ui/use-session.ts'
import { describeRefusal } from './code-refusal.ts'
import type { CodeSending } from './use-send-code.ts'
import '#features/ui/controls.css'
import './code.css'

interface Props {
  form: Pick<AnyForm, 'hook'>
  binding: FieldBinding
  sending: CodeSending
  /** The receiver that is typed; empty if none is. The state of a code for another receiver is not shown. */
  to: string
  /** Requests a code after validating the receiver. */
  onSend: () => void
  /** Called when the last digit has been entered. */
  onComplete?: () => void
  /** Switches to another receiver. */
  onChange?: () => void
  /** Help for visitors who receive no code. */
  help?: ReactNode
  t: IslandTexts<'code'>
}

const CODE_LENGTH = 6
const MINUTE_S = 60

/** The state of the code for the typed receiver. Limits apply to each receiver. */
function selectReceiver(sending: CodeSending, to: string) {
  const { sent, seconds, isSending, failure } = sending
  const isOther = to !== '' && sending.to !== null && sending.to !== to
  return isOther
    ? { sent: null, seconds: 0, isSending, failure: null }
    : { sent, seconds, isSending, failure }
}
type Shown = ReturnType<typeof selectReceiver>

function getLabel({ sent, seconds, isSending }: Shown, t: IslandTexts<'code'>): string {
  if (isSending) return t('code:sending')
  if (seconds > 2 * MINUTE_S)
    return t('code:resend_minutes', { count: Math.ceil(seconds / MINUTE_S) })
  if (seconds > 0) return t('code:resend_in', { count: seconds })
  return t(sent === null ? 'code:send' : 'code:resend')
}

/** The field of a six-digit code (typed, pasted or autofilled) with its send button, the receiver and help. */
export function CodeRow(props: Props) {
  const { form, binding, sending, to, onSend, onComplete, onChange, help, t } = props
  const { value, set, error, attributes } = useField(binding)
  const shown = selectReceiver(sending, to)
  const { sent, seconds, isSending, failure } = shown
  const { hook } = form
  const { name } = binding
  const expiresAt = sent?.expiresAt
  useEffect(() => {
    if (hook.getFieldState(name).error?.type === 'server') hook.clearErrors(name)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a refusal concerns one code for one receiver
  }, [hook, name, to, expiresAt])
  const { status } = useSession()
  // Nothing can be sent from the prerendered page.
  const isWaiting = status === 'unknown' || isSending || seconds > 0
  const isCounting = !isSending && seconds > 0
  return (
    <div className="code-row">
      <Field
        binding={binding}
        error={error}
        hint={
          <output>
            {sent !== null && (
              <>
                {t('code:sent_to', { to: sent.to.includes('@') ? sent.to : maskMobile(sent.to) })}
                {onChange && (
                  <button type="button" className="text-button" onClick={onChange}>
                    {t('code:change')}
                  </button>
                )}
              </>
            )}
          </output>
        }
      >
        <div className="code">
          <input
            {...attributes}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            className="numeral"
            value={String(value ?? '')}
            onChange={({ target }) => {
              // Chinese keyboards produce full-width digits.
              const digits = target.value.normalize('NFKC').replaceAll(/\D/g, '')
              const code = digits.slice(0, CODE_LENGTH)
              set(code)
              if (code.length === CODE_LENGTH && code !== value) onComplete?.()
            }}
          />
          <button
            type="button"
            className="button button-quiet send"
            // Not `disabled`, so that the button keeps the focus if no code is sent.
            aria-disabled={isWaiting}
            onClick={() => isWaiting || onSend()}
          >
            <span aria-hidden={isCounting || undefined}>{getLabel(shown, t)}</span>
            {isCounting && (
              // Screen readers would read each second of the countdown.
              <span className="visually-hidden">
                {t('code:resend_minutes', { count: Math.ceil(seconds / MINUTE_S) })}
              </span>
            )}
          </button>
        </div>
      </Field>
      <div role="alert">
        {failure && failure.kind !== 'unauthorized' && (
          <p className="send-failure">
            {failure.kind === 'refused' ? describeRefusal(failure, t) : describeFailure(failure, t)}
          </p>
        )}
      </div>
      {sent?.outbox && (
        <p className="test-note">
          {t('code:outbox_note')}
          <a
            href={`${sent.outbox}?${new URLSearchParams({ to: sent.to })}`}
            target="_blank"
            rel="noopener"
          >
            {t('code:outbox_link')}
          </a>
        </p>
      )}
      {sent !== null && seconds === 0 && help}
    </div>
  )
}
