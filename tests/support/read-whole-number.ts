import { InvalidArgumentError } from '@commander-js/extra-typings'

/** Parses a non-negative whole number of an argument or option. */
export function readWholeNumber(text: string): number {
  if (/^(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number.')
}
