import type { ReactNode } from 'react'
import { CodeField } from '../CodeField.tsx'
import type { FieldBinding } from '../use-form.ts'
import { describeRefusal } from './describe-refusal.ts'
import type { CodeTexts } from './texts.ts'
import type { CodeSending } from './use-send-code.ts'
import '#islands/ui/controls.css'
import './code.css'

interface Props {
  binding: FieldBinding
  sending: CodeSending
  /** Asks for a code; checks the receiver first. */
  onSend: () => void
  onComplete?: (code: string) => void
  /** How the receiver is shown, e.g. `+86 138****8000`. */
  describe: (to: string) => string
  /** Lets the reader name another receiver. */
  onChange?: () => void
  /** What helps when nothing arrives. */
  help?: ReactNode
  t: CodeTexts
}

const MINUTE_S = 60

function labelOf({ sent, seconds, isSending }: CodeSending, t: CodeTexts): string {
  if (isSending) return t('code:sending')
  if (seconds > 2 * MINUTE_S)
    return t('code:resend_minutes', { count: Math.ceil(seconds / MINUTE_S) })
  if (seconds > 0) return t('code:resend_in', { count: seconds })
  return t(sent === null ? 'code:send' : 'code:resend')
}

/** The field of a code with the button that sends one, where it went, and what helps. */
export function CodeRow(props: Props) {
  const { binding, sending, onSend, onComplete, describe, onChange, help, t } = props
  const { sent, seconds, isSending, failure } = sending
  return (
    <div className="code-row">
      <CodeField
        {...binding}
        {...(onComplete && { onComplete })}
        hint={
          <output>
            {sent !== null && (
              <>
                {t('code:sent_to', { to: describe(sent.to) })}
                {onChange && (
                  <button type="button" className="text-button" onClick={onChange}>
                    {t('code:change')}
                  </button>
                )}
              </>
            )}
          </output>
        }
        action={
          <button
            type="button"
            className="button button-quiet send"
            disabled={isSending || seconds > 0}
            onClick={onSend}
          >
            {labelOf(sending, t)}
          </button>
        }
      />
      <div role="alert">
        {failure && failure.kind !== 'unauthorized' && (
          <p className="send-failure">
            {failure.kind === 'refused' ? describeRefusal(failure, t) : t(failure.text)}
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
