import type { IslandTexts } from '#i18n/island-areas.ts'
import { useCopy } from './use-copy.ts'

interface Props {
  text: string
  /** Name of the text, for screen readers. */
  label: string
  className: string
  t: IslandTexts<'form'>
}

/** A button that copies a text and confirms it. */
export function CopyButton({ text, label, className, t }: Props) {
  const { isCopied, copy } = useCopy(text, t)
  const name = t(isCopied ? 'forms:copied' : 'forms:copy')
  return (
    <button type="button" className={className} aria-label={`${name} ${label}`} onClick={copy}>
      <span aria-live="polite">{name}</span>
    </button>
  )
}
