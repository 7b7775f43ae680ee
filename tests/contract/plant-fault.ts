export interface Seen {
  /** `GET /api/perform/list`. */
  call: string
  url: URL
  headers: Headers
  request: Request
  forward(): Promise<Response>
}
/** Answers a call in the API's place, or leaves it to the API by answering nothing. */
export type Fault = (seen: Seen) => Promise<Response | undefined> | Response | undefined

// Every walk asks the same; what the API answered once is good for the next fault, too.
const answers = new Map<string, Response>()

async function fetchOnce(request: Request): Promise<Response> {
  const names = ['lang', 'token'].map((name) => request.headers.get(name))
  const key = [request.method, request.url, ...names, await request.clone().text()].join(' ')
  const known = answers.get(key) ?? (await fetch(request))
  answers.set(key, known)
  return known.clone()
}

/** The embedded API behind a proxy that may answer in its place. */
export function plant(fault: Fault): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const seen = {
      call: `${request.method} ${url.pathname}`,
      url,
      headers: request.headers,
      request,
      forward: () => fetchOnce(request),
    }
    return (await fault(seen)) ?? seen.forward()
  }
}

/** An answer of success, or with another code. */
export const answer = (data: unknown, code = 200) =>
  Response.json({ code, msg: 'ok', time: 1_809_000_000, data })

/** Values of answers are set by path, as in `items.0.title`; undefined takes a field away. */
function setValue(target: unknown, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce((at, key) => Reflect.get(Object(at), key), target)
  if (value === undefined) Reflect.deleteProperty(Object(holder), last)
  else Reflect.set(Object(holder), last, value)
}

/** Changes one value in every answer to a call. */
export function change(call: string, path: string, value: unknown): Fault {
  return replace(call, async ({ forward }) => {
    const response = await forward()
    const body: unknown = await response.json()
    if (response.ok) setValue(body, path, value)
    return Response.json(body, { status: response.status })
  })
}
/** Answers a call by other means. */
export const replace = (
  call: string,
  make: (seen: Seen) => Response | Promise<Response> | undefined,
): Fault => {
  return (seen) => (seen.call === call ? make(seen) : undefined)
}
