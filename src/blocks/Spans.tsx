import { Fragment } from 'react'
import type { Span } from './long-form.ts'

/** A line break of a text is one on the page. */
function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}

function SpanText({ span }: { span: Span }) {
  switch (span.type) {
    case 'strong':
      return <strong>{span.text}</strong>
    case 'emphasis':
      return <em>{span.text}</em>
    case 'link':
      return <a href={span.href}>{span.text}</a>
    case 'text':
      return <Lines text={span.text} />
  }
}

/** A line of text with its strong parts, emphasis and links. */
export function Spans({ spans }: { spans: Span[] }) {
  return spans.map((span, index) => (
    <Fragment key={index}>
      <SpanText span={span} />
    </Fragment>
  ))
}
