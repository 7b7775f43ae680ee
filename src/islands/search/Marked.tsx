import type { SearchHit } from '#api/search.ts'

/** A title with the found parts marked. */
export function Marked({ hit: { title, title_marks: marks } }: { hit: SearchHit }) {
  const ends = [0, ...marks.map(([, end]) => end)]
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {title.slice(ends[index], start)}
          <mark>{title.slice(start, end)}</mark>
        </span>
      ))}
      {title.slice(ends.at(-1))}
    </>
  )
}
