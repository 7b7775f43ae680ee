import type { IslandTexts } from '#i18n/island-areas.ts'
import { useCopy } from '#features/ui/use-copy.ts'
import '#features/ui/row-button.css'

/** Copies a text and confirms it. */
export function CopyButton({
  text,
  label,
  t,
}: {
  text: string
  label: string
  t: IslandTexts<'user'>
}) {
  const { isCopied, copy } = useCopy(text, t)
  return (
    <button
      type="button"
      className="row-button"
      aria-label={`${t('user:copy')} ${label}`}
      onClick={copy}
    >
      <span aria-live="polite">{t(isCopied ? 'user:copied' : 'user:copy')}</span>
    </button>
  )
}
