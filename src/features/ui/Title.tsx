import { Fragment } from 'react'
import { splitClauses, splitPhrases } from '#i18n/phrases.ts'

/** A title whose lines break between clauses, else between phrases, as those of `Title.astro`. */
export function Title({ text }: { text: string }) {
  const clauses = splitClauses(text).map(splitPhrases)
  if (clauses.flat().length === 1) return text
  return clauses.map((phrases, place) => (
    <span className="clause" key={place}>
      {phrases.map((phrase, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {phrase}
        </Fragment>
      ))}
    </span>
  ))
}
