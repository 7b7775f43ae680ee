import type { LongFormBlock } from './long-form.ts'
import { Spans } from './Spans.tsx'
import './table.css'

type Props = Extract<LongFormBlock, { type: 'table' }>

/** A table of long-form content. A wide one scrolls within its frame, also by keyboard. */
export function Table({ caption, head, row_heads, rows }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, so the keyboard must reach it
    <div className="table" tabIndex={0}>
      <table>
        {caption && <caption>{caption}</caption>}
        {head.length > 0 && (
          <thead>
            <tr>
              {head.map((cell, column) => (
                <th key={column} scope="col">
                  <Spans spans={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) =>
                row_heads && column === 0 ? (
                  <th key={column} scope="row">
                    <Spans spans={cell} />
                  </th>
                ) : (
                  <td key={column}>
                    <Spans spans={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
