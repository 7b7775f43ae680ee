import { formatTicketCode } from '#i18n/format.ts'
import type { Fact, MessageContent, MessageContext, MessagePart } from '../message.ts'
import type { Footer } from './footer.ts'

const writePair = (label: string, value: string, { t }: MessageContext): string =>
  t('mail:pair', { label, value })

function writeFact({ label, value, previous }: Fact, context: MessageContext): string {
  const text = previous === null ? value : context.t('mail:changed', { value, was: previous })
  return writePair(label, text, context)
}

function writePart(part: MessagePart, context: MessageContext): string {
  switch (part.type) {
    case 'paragraph':
      return part.text
    case 'code':
      return part.code
    case 'facts':
      return part.facts.map((fact) => writeFact(fact, context)).join('\n')
    case 'tickets':
      return part.tickets
        .map(({ tier, position, code }) => `${position}  ${tier}\n${formatTicketCode(code)}`)
        .join('\n\n')
    case 'notes':
      return [
        part.title,
        ...part.notes.map(({ title, text }) => writePair(title, text, context)),
      ].join('\n')
    case 'action':
      return writePair(part.label, part.href, context)
  }
}

/** The plain-text part of a mail: the content of its HTML, with URLs written out. */
export function writePlainText(
  { title, parts }: MessageContent,
  { lines, links }: Footer,
  context: MessageContext,
): string {
  const body = [title, ...parts.map((part) => writePart(part, context))].join('\n\n')
  // The signature separator is two hyphens and a space (RFC 3676, section 4.3).
  const foot = ['-- ', ...lines, ...links.map(({ label, href }) => writePair(label, href, context))]
  return `${body}\n\n${foot.join('\n')}\n`
}
