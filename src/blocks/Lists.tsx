import type { NestedList as NestedListData, Span } from './long-form.ts'
import { Spans } from './Spans.tsx'

export function List({ style, items }: { style: NestedListData['style']; items: Span[][] }) {
  const Tag = style === 'numbered' ? 'ol' : 'ul'
  return (
    <Tag>
      {items.map((item, index) => (
        <li key={index}>
          <Spans spans={item} />
        </li>
      ))}
    </Tag>
  )
}

/** A list whose items may hold lists of their own. */
export function NestedList({ style, items }: NestedListData) {
  const Tag = style === 'numbered' ? 'ol' : 'ul'
  return (
    <Tag>
      {items.map(({ content, list }, index) => (
        <li key={index}>
          <Spans spans={content} />
          {list && <NestedList {...list} />}
        </li>
      ))}
    </Tag>
  )
}
