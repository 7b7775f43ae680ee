import type { LoginTexts } from './texts.ts'

interface Props {
  phone: string | null
  /** Whether third-party accounts are on offer. */
  hasOthers: boolean
  t: LoginTexts
}

/** What helps when no message comes. */
export function NoMessage({ phone, hasOthers, t }: Props) {
  return (
    <div className="no-message">
      <h3>{t('login:help_title')}</h3>
      <ul>
        <li>{t('login:help_wait')}</li>
        <li>{t('login:help_blocked')}</li>
        {hasOthers && <li>{t('login:help_other')}</li>}
        {phone !== null && <li>{t('login:help_phone', { phone })}</li>}
      </ul>
    </div>
  )
}
