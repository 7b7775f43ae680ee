import { describeFailure, type Failure } from '#features/forms/failures.ts'
import type { Translate } from '#i18n/messages.ts'
import { getPathLocale } from '#i18n/paths.ts'
import { href } from '#routes.ts'

interface Props {
  failure: Failure
  t: Translate<'errors'>
}

/** Why an order or its change was refused. Links to the unpaid orders that must be paid or cancelled first. */
export function OrderFailure({ failure, t }: Props) {
  const reason = describeFailure(failure, t)
  if (failure.kind !== 'refused') return reason
  if (failure.key !== 'too_many_unpaid' && failure.key !== 'pending_order') return reason
  const locale = getPathLocale(location.pathname)
  return (
    <>
      {reason}
      <br />
      <a className="quiet-link" href={href('/order/list', locale, { status: 'pending' })}>
        {t('errors:see_unpaid')}
      </a>
    </>
  )
}
