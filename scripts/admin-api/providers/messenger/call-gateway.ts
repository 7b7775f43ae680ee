import * as v from 'valibot'

/** Two gateways have to fit into the patience of somebody who waits for a code. */
const TIMEOUT_MS = 4000

/** A refusal of a gateway: `isv.BUSINESS_LIMIT_CONTROL` and so on. */
export class GatewayError extends Error {
  override name = 'GatewayError'

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
  }
}

/**
 * Calls a gateway whose responses are JSON, whatever their status.
 * @throws Error for no response, or one of another form, such as that of a proxy
 */
export async function callGateway<Schema extends v.GenericSchema>(
  url: URL,
  init: RequestInit,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  // The text may repeat what was sent.
  if (!success) throw new Error(`responded ${response.status} in another form`)
  return output
}
