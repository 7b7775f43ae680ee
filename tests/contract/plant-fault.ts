export interface InterceptedRequest {
  /** `GET /api/perform/list`. */
  call: string
  url: URL
  headers: Headers
  request: Request
  forward(): Promise<Response>
}
/** Responds to a request in place of the API; undefined passes it on to the API. */
export type Fault = (
  intercepted: InterceptedRequest,
) => Promise<Response | undefined> | Response | undefined

// All runs send the same requests, so responses of the API are cached across faults.
const cachedResponses = new Map<string, Response>()

async function fetchOnce(request: Request): Promise<Response> {
  const names = ['lang', 'token'].map((name) => request.headers.get(name))
  const key = [request.method, request.url, ...names, await request.clone().text()].join(' ')
  const cached = cachedResponses.get(key) ?? (await fetch(request))
  cachedResponses.set(key, cached)
  return cached.clone()
}

/** A `fetch` for the embedded API with a fault in between. */
export function createFaultyFetch(fault: Fault): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const intercepted = {
      call: `${request.method} ${url.pathname}`,
      url,
      headers: request.headers,
      request,
      forward: () => fetchOnce(request),
    }
    return (await fault(intercepted)) ?? intercepted.forward()
  }
}

/** A successful response, or one with another business code. */
export const respond = (data: unknown, code = 200) =>
  Response.json({ code, msg: 'ok', time: 1_809_000_000, data })

/** Sets a value by a path such as `items.0.title`; undefined deletes the field. */
function setValue(target: unknown, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce((at, key) => Reflect.get(Object(at), key), target)
  if (value === undefined) Reflect.deleteProperty(Object(holder), last)
  else Reflect.set(Object(holder), last, value)
}

/** Changes one value in every response to a call. */
export function change(call: string, path: string, value: unknown): Fault {
  return replace(call, async ({ forward }) => {
    const response = await forward()
    const body: unknown = await response.json()
    if (response.ok) setValue(body, path, value)
    return Response.json(body, { status: response.status })
  })
}
/** Replaces the response to a call. */
export const replace = (
  call: string,
  make: (intercepted: InterceptedRequest) => Response | Promise<Response> | undefined,
): Fault => {
  return (intercepted) => (intercepted.call === call ? make(intercepted) : undefined)
}
