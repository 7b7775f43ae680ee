import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useRef } from 'react'
import { getLoginHref } from '#routes.ts'
import { describeFailure, type Failure } from './failures.ts'
import type { Submission } from './use-submit.ts'
import './forms.css'

function NoticeText({ failure, t }: { failure: Failure; t: IslandTexts<'form'> }) {
  if (failure.kind === 'unauthorized') {
    return (
      <>
        <p>{t('forms:session_over')}</p>
        <a className="button button-quiet" href={getLoginHref(location)}>
          {t('forms:log_in_again')}
        </a>
      </>
    )
  }
  const reason = describeFailure(failure, t)
  return <p>{failure.kind === 'failed' ? t('forms:failed_keep', { reason }) : reason}</p>
}

/** Shows why a form was not sent, beside its button, and announces it. */
export function SubmitNotice({
  submission: { failure },
  t,
}: {
  submission: Submission
  t: IslandTexts<'form'>
}) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) container.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <div role="alert" ref={container}>
      {failure && (
        <div className="notice">
          <NoticeText failure={failure} t={t} />
        </div>
      )}
    </div>
  )
}
