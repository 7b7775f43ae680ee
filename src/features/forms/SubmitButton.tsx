import type { IslandTexts } from '#i18n/island-areas.ts'
import type { ReactNode } from 'react'
import type { Submission } from './use-submit.ts'
import './forms.css'

interface Props {
  submission: Submission
  t: IslandTexts<'form'>
  disabled?: boolean
  children: ReactNode
}

/** The submit button of a form; its label shows pending uploads and the pending call. */
export function SubmitButton({ submission, t, disabled = false, children }: Props) {
  const { isSending, isWaiting, stopWaiting } = submission
  return (
    <>
      <button
        type="submit"
        className="button"
        disabled={disabled}
        // Not `disabled`, so that the button keeps the focus if the call fails.
        aria-disabled={isSending || isWaiting || undefined}
      >
        {isSending && t('forms:working')}
        {isWaiting && !isSending && t('forms:upload_wait')}
        {!isSending && !isWaiting && children}
      </button>
      {isWaiting && !isSending && (
        <button type="button" className="text-button" onClick={stopWaiting}>
          {t('forms:upload_wait_stop')}
        </button>
      )}
    </>
  )
}
