/** An error that the operator can fix: its message is sufficient, so it is printed without a stack. */
export class ExpectedError extends Error {
  override name = 'ExpectedError'
  /** The exit code of a program that ends with this error. */
  exitCode = 1
}
