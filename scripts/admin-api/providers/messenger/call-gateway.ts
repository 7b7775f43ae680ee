import * as v from 'valibot'

/** Short enough to try two gateways while a member waits for a code. */
const TIMEOUT_MS = 4000

/**
 * Calls a gateway that responds with JSON whatever the status.
 * @throws Error for no response or an unexpected one, such as that of a proxy
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
  // The body is not included, since it may repeat the request.
  if (!success) throw new Error(`responded ${response.status} with unexpected content`)
  return output
}
