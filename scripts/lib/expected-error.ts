/** An error that the operator can fix: its message is sufficient, so it is printed without a stack. */
export class ExpectedError extends Error {
  override name = 'ExpectedError'
}
