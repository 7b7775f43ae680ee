import type { IslandTexts } from '#i18n/island-areas.ts'

interface Props {
  phone: string | null
  /** Whether third-party sign-in is available. */
  hasOthers: boolean
  t: IslandTexts<'login'>
}

/** Help for visitors who receive no code. */
export function CodeHelp({ phone, hasOthers, t }: Props) {
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
