/** An error response of a provider, with its code, such as `ACQ.TRADE_NOT_EXIST`. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}
