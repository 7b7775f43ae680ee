/**
 * An error that the person at the command line can put right: its message says all that is needed, so
 * it is printed without a stack.
 */
export class ExpectedError extends Error {
  override name = 'ExpectedError'
}
