import * as v from 'valibot'
import { RequestError } from './errors.ts'

export const MAX_QUERY = 2048
export const MAX_BODY = 64 * 1024

/**
 * Reads a query string. A key that stands twice is refused: taking the first or the last of them
 * would let two readers of the same request disagree.
 */
export function readQuery(url: string): Record<string, string> {
  const { search, searchParams } = new URL(url)
  if (search.length > MAX_QUERY) throw new RequestError('too_long', `?, max ${MAX_QUERY}`)
  const query = new Map<string, string>()
  for (const [key, value] of searchParams) {
    if (query.has(key)) throw new RequestError('bad_request', `${key.slice(0, 40)}: given twice`)
    query.set(key, value)
  }
  return Object.fromEntries(query)
}

const isJson = (type: string | undefined) => /^application\/json\s*(;|$)/i.test(type ?? '')

/**
 * Reads the body of any request, at most 64 KiB of it: a longer one is refused by its announced length,
 * or as soon as more arrives, so that no caller fills the memory.
 * @throws RequestError too_large
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new RequestError('too_large', `max ${MAX_BODY} bytes`)
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a JSON body of at most 64 KiB; an empty one counts as `{}`. */
export async function readBody(request: Request): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.byteLength === 0) return {}
  if (!isJson(request.headers.get('content-type') ?? undefined)) {
    throw new RequestError('wrong_content_type', 'application/json')
  }
  const body = parseJson(bytes)
  // To a schema of objects an array is an object without fields.
  if (Array.isArray(body)) throw new RequestError('bad_request', 'body: expected an object')
  return body
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RequestError('bad_request', 'body: no JSON')
  }
}

/** Validates one part of a request. @throws RequestError naming the first field that is wrong */
export function readInput<Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  part: string,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const field = v.getDotPath(issue)
  throw new RequestError('bad_request', `${field ?? part}: ${issue.message.slice(0, 200)}`)
}
