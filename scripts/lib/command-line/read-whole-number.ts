import { InvalidArgumentError } from '@commander-js/extra-typings'

/** Reads a whole number of the command line that is not negative; for arguments and options. */
export function readWholeNumber(text: string): number {
  if (/^(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number.')
}
