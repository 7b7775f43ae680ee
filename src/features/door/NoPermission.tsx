import type { IslandTexts } from '#i18n/island-areas.ts'

interface Props {
  /** The command that grants the permission on a test installation; null elsewhere. */
  command: string | null
  t: IslandTexts<'door'>
  onRetry: () => void
}

/** Shown to accounts without the permission to verify tickets: explains how to get it. */
export function NoPermission({ command, t, onRetry }: Props) {
  return (
    <div className="door-refused" role="alert">
      <h2>{t('door:no_right')}</h2>
      <p>{t('door:no_right_text')}</p>
      {command !== null && (
        <>
          <p>{t('door:no_right_command')}</p>
          <pre>
            <code>{command}</code>
          </pre>
        </>
      )}
      <button type="button" className="button" onClick={onRetry}>
        {t('door:no_right_again')}
      </button>
    </div>
  )
}
