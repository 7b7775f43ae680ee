import { computeEtag, type Contents, type StoredObject } from './contents.ts'

// Handlers of the S3 requests that this project sends (docs.aws.amazon.com/AmazonS3/latest/API).

const STATUS: Readonly<Record<string, number>> = {
  NoSuchKey: 404,
  NoSuchUpload: 404,
  InvalidRange: 416,
  NotImplemented: 501,
  InvalidPart: 400,
  EntityTooSmall: 400,
  InvalidRequest: 400,
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const readTags = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  )

/** XML elements by name and content; nested elements are arrays of pairs. */
type Elements = [name: string, content: string | number | Elements][]

const writeElements = (elements: Elements): string =>
  elements
    .map(([name, content]) => {
      const inner = Array.isArray(content) ? writeElements(content) : escape(String(content))
      return `<${name}>${inner}</${name}>`
    })
    .join('')

const respondXml = (name: string, elements: Elements, status = 200): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${writeElements([[name, elements]])}`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })

export const respondError = (code: string, status = STATUS[code] ?? 403): Response =>
  respondXml(
    'Error',
    [
      ['Code', code],
      ['Message', code],
    ],
    status,
  )

const EPOCH = new Date(0).toISOString()

const describe = ({ headers }: Request) => ({
  type: headers.get('content-type') ?? 'application/octet-stream',
  metadata: [...headers].filter(([name]) => name.startsWith('x-amz-meta-')),
})

/** Handles requests of the bucket. */
export function handleBucket(
  { objects, uploads }: Contents,
  { method, query, text }: { method: string; query: URLSearchParams; text: string },
): Response {
  if (method === 'POST' && query.has('delete')) {
    for (const key of readTags(text, 'Key')) objects.delete(key)
    return respondXml('DeleteResult', [])
  }
  if (method !== 'GET') return respondError('NotImplemented')
  const prefix = query.get('prefix') ?? ''
  if (query.has('uploads')) {
    const pending: Elements = [...uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(([id, { key }]) => [
        'Upload',
        [
          ['Key', key],
          ['UploadId', id],
          ['Initiated', EPOCH],
        ],
      ])
    return respondXml('ListMultipartUploadsResult', [['IsTruncated', 'false'], ...pending])
  }
  const maxKeys = Number(query.get('max-keys') ?? 1000)
  const after = query.get('continuation-token') ?? ''
  const matches = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted()
  const page = matches.slice(0, maxKeys)
  const contents: Elements = page.map((key) => [
    'Contents',
    [
      ['Key', key],
      ['Size', objects.get(key)?.body.length ?? 0],
      ['LastModified', new Date(objects.get(key)?.changedAt ?? 0).toISOString()],
    ],
  ])
  const isTruncated = matches.length > maxKeys
  const next: Elements = isTruncated ? [['NextContinuationToken', page.at(-1) ?? '']] : []
  return respondXml('ListBucketResult', [
    ['IsTruncated', String(isTruncated)],
    ...next,
    ...contents,
  ])
}

interface ObjectRequest {
  request: Request
  query: URLSearchParams
  key: string
  body: Buffer
}

/** Handles requests of an object. */
export function handleObject(contents: Contents, objectRequest: ObjectRequest): Response {
  const { request, query, key, body } = objectRequest
  if (query.has('uploads') || query.has('uploadId')) return handleUpload(contents, objectRequest)
  const { objects } = contents
  if (request.method === 'PUT') {
    const source = request.headers.get('x-amz-copy-source')
    if (source === null) {
      objects.set(key, { body, ...describe(request), changedAt: Date.now() })
      return new Response(null, { headers: { etag: computeEtag(body) } })
    }
    // The source is `/bucket/key`.
    const copied = objects.get(decodeURIComponent(source).replace(/^\/?[^/]+\//, ''))
    if (!copied) return respondError('NoSuchKey')
    objects.set(key, { ...copied, changedAt: Date.now() })
    return respondXml('CopyObjectResult', [
      ['ETag', computeEtag(copied.body)],
      ['LastModified', EPOCH],
    ])
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return new Response(null, { status: 204 })
  }
  const object = objects.get(key)
  if (!object) return respondError('NoSuchKey')
  return respondContent(object, objectRequest)
}

/** Sends an object; presigned URLs may override response headers (S3 API, GetObject). */
function respondContent({ body, type, metadata }: StoredObject, { request, query }: ObjectRequest) {
  const headers = new Headers([
    ...metadata,
    ['content-type', query.get('response-content-type') ?? type],
    ['content-length', String(body.length)],
    ['etag', computeEtag(body)],
  ])
  for (const name of ['content-disposition', 'cache-control']) {
    const value = query.get(`response-${name}`)
    if (value !== null) headers.set(name, value)
  }
  if (request.headers.get('if-none-match') === computeEtag(body)) {
    return new Response(null, { status: 304, headers: { etag: computeEtag(body) } })
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const range = request.headers.get('range')
  if (range === null) return new Response(new Uint8Array(body), { headers })
  const part = readRange(range, body.length)
  if (!part) return respondError('InvalidRange')
  const content = body.subarray(part.first, part.last + 1)
  headers.set('content-length', String(content.length))
  headers.set('content-range', `bytes ${part.first}-${part.last}/${body.length}`)
  return new Response(new Uint8Array(content), { status: 206, headers })
}

/** Parses a single range: `bytes=0-99`, `bytes=100-` or `bytes=-100`; null if unsatisfiable. */
function readRange(range: string, bytes: number): { first: number; last: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return first > last ? null : { first, last }
}

/** Handles requests of a multipart upload. */
function handleUpload(contents: Contents, { request, query, key, body }: ObjectRequest): Response {
  const { uploads } = contents
  if (query.has('uploads')) {
    const id = contents.begin({ key, ...describe(request) })
    return respondXml('InitiateMultipartUploadResult', [
      ['Key', key],
      ['UploadId', id],
    ])
  }
  const id = query.get('uploadId') ?? ''
  const upload = uploads.get(id)
  if (upload?.key !== key) return respondError('NoSuchUpload')
  switch (request.method) {
    case 'PUT':
      upload.parts.set(Number(query.get('partNumber')), body)
      return new Response(null, { headers: { etag: computeEtag(body) } })
    case 'DELETE':
      uploads.delete(id)
      return new Response(null, { status: 204 })
    case 'GET': {
      const parts: Elements = [...upload.parts]
        .toSorted(([one], [other]) => one - other)
        .map(([number, part]) => [
          'Part',
          [
            ['PartNumber', number],
            ['Size', part.length],
            ['ETag', computeEtag(part)],
          ],
        ])
      return respondXml('ListPartsResult', [['IsTruncated', 'false'], ...parts])
    }
    case 'POST': {
      const fault = contents.complete(id, readTags(body.toString(), 'PartNumber').map(Number))
      if (fault !== null) return respondError(fault)
      return respondXml('CompleteMultipartUploadResult', [
        ['Key', key],
        ['ETag', `"${id}"`],
      ])
    }
    default:
      return respondError('NotImplemented')
  }
}
