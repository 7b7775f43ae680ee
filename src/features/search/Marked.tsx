interface Props {
  text: string
  /** Matched ranges as [start, end). */
  marks: readonly (readonly [number, number])[]
}

/** A text with highlighted matches. */
export function Marked({ text, marks }: Props) {
  const ends = [0, ...marks.map(([, end]) => end)]
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
