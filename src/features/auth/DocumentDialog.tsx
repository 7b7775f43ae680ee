import type { IslandTexts } from '#i18n/island-areas.ts'
import { createElement, useEffect, useState, type ReactNode } from 'react'
import { Dialog } from '#features/ui/Dialog.tsx'
import { requestDocument, type DocumentPart } from './read-document.ts'

interface Props {
  title: string
  src: string
  t: IslandTexts<'login'>
  onClose: () => void
}

const renderPart = (part: DocumentPart, index: number): ReactNode =>
  typeof part === 'string'
    ? part
    : createElement(
        part.tag,
        { key: index, ...(part.href && { href: part.href, target: '_blank', rel: 'noopener' }) },
        ...(part.tag === 'br' ? [] : [part.parts.map(renderPart)]),
      )

/** Shows a document of the organisation in a dialog. */
export function DocumentDialog({ title, src, t, onClose }: Props) {
  const [parts, setParts] = useState<DocumentPart[] | 'failed' | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    requestDocument(src, controller.signal).then(setParts, () => {
      if (!controller.signal.aborted) setParts('failed')
    })
    return () => controller.abort()
  }, [src])
  return (
    <Dialog
      title={title.replaceAll(/[《》]/g, '')}
      closeLabel={t('code:close')}
      onClose={onClose}
      isWide
    >
      <div className="document" aria-busy={parts === null}>
        {parts === null && <p>{t('login:document_loading')}</p>}
        {parts === 'failed' && <p role="alert">{t('login:document_failed')}</p>}
        {Array.isArray(parts) && parts.map(renderPart)}
      </div>
      <p className="dialog-actions">
        <a className="quiet-link" href={src} target="_blank" rel="noopener">
          {t('login:document_open')}
        </a>
      </p>
    </Dialog>
  )
}
