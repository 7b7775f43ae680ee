import type { IslandTexts } from '#i18n/island-areas.ts'
import { createElement, useEffect, useState, type ReactNode } from 'react'
import { Dialog } from '#features/ui/Dialog.tsx'

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

/** A node of a document: text, or an allowed element. */
type DocumentPart = string | { tag: DocumentTag; href?: string; parts: DocumentPart[] }

const TAGS = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br'] as const
type DocumentTag = (typeof TAGS)[number]

/** Replacement tags. A document's `h1` becomes `h2`, because the dialog has a title. */
const REPLACEMENTS: Record<string, DocumentTag> = { h1: 'h2', h4: 'h3', b: 'strong', i: 'em' }
const DROPPED = new Set(['script', 'style', 'title', 'head', 'template', 'noscript', 'iframe'])

const STYLES = /<style[\s\S]*?<\/style>|\sstyle=(?:"[^"]*"|'[^']*')/gi
const HREF = /^(https?:|mailto:|tel:|\/(?![/\\]))/

/** Reads a document as text in allowed elements, without ids: links to its sections open the page `src`. */
function readParts(node: Node, src: string): DocumentPart[] {
  return [...node.childNodes].flatMap((child): DocumentPart[] => {
    if (child.nodeType === Node.TEXT_NODE) return [child.textContent ?? '']
    if (!(child instanceof Element)) return []
    const name = child.localName
    if (DROPPED.has(name)) return []
    const tag = TAGS.find((allowed) => allowed === (REPLACEMENTS[name] ?? name))
    const parts = readParts(child, src)
    if (tag === undefined) return parts
    const href = (tag === 'a' && child.getAttribute('href')?.replace(/^#/, `${src}#`)) || ''
    return [{ tag, parts, ...(HREF.test(href) && { href }) }]
  })
}

/** Fetches an HTML document of this site and returns its main content. */
export async function requestDocument(src: string, signal: AbortSignal): Promise<DocumentPart[]> {
  const response = await fetch(src, { signal })
  if (!response.ok) throw new Error(`${src} responded with ${response.status}`)
  // Inline styles are stripped, because the content security policy would report them.
  const text = (await response.text()).replaceAll(STYLES, '')
  const root = new DOMParser().parseFromString(text, 'text/html')
  return readParts(root.querySelector('main') ?? root.body, src)
}
