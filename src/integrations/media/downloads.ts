import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildConfig } from '#content/build-config.ts'
import { shareState } from './share-state.ts'
import { fetchMedia, MEDIA_TIMEOUT_MS } from './fetch-media.ts'
import { hashContent } from './media-store.ts'
import { writeAtomically } from './write-atomically.ts'

// Media files of the admin API, downloaded at most once per build and only if they have changed (conditional
// requests).

/** A downloaded file; its content is read from the cache on demand. */
export interface Download {
  hash: string
  /** Whether the response was `immutable`. */
  isImmutable: boolean
  read: () => Promise<Uint8Array>
}

interface Failure {
  reason: string
  /** Whether there was no response, so that a repeated request could take the full timeout. */
  hasNoResponse: boolean
}

export type DownloadOutcome =
  | { kind: 'current'; file: Download }
  /** The request failed; the file of an earlier build is used. */
  | { kind: 'outdated'; file: Download; failure: Failure }
  | { kind: 'missing'; failure: Failure }

/** After this many consecutive requests without a response, a host counts as down. */
const MAX_WITHOUT_RESPONSE = 8

const { outcomes, failureCounts } = shareState('downloads', () => ({
  outcomes: new Map<string, Promise<DownloadOutcome>>(),
  /** Number of consecutive requests without a response, by host. */
  failureCounts: new Map<string, number>(),
}))

/**
 * Clears downloads that may have changed, so that they are requested again.
 * @param scope `quick` keeps failures without a response, because waiting for them would delay an edit
 */
export async function clearDownloads(scope: 'all' | 'quick'): Promise<void> {
  if (scope === 'all') failureCounts.clear()
  for (const [address, pending] of outcomes) {
    const outcome = await pending
    const isKept =
      outcome.kind === 'current'
        ? outcome.file.isImmutable
        : scope === 'quick' && outcome.failure.hasNoResponse
    if (!isKept) outcomes.delete(address)
  }
}

/** Downloads a file. @param address absolute URL of the file */
export function findDownload(address: string): Promise<DownloadOutcome> {
  const outcome = outcomes.get(address) ?? request(address)
  outcomes.set(address, outcome)
  return outcome
}

const getDownloadsFolder = (): string => join(buildConfig.cacheDir, 'downloads')
/** The cached validators and content hash of a file, by its URL. */
const getRecord = (address: string): string =>
  join(getDownloadsFolder(), `${hashContent(address)}.etag`)
/** A cached content. Named by its hash: a later version of a file has another name. */
const getContent = (hash: string): string => join(getDownloadsFolder(), hash)

const createDownload = (hash: string, isImmutable: boolean): Download => ({
  hash,
  isImmutable,
  read: () => readFile(getContent(hash)),
})

/** Never rejects. */
async function request(address: string): Promise<DownloadOutcome> {
  try {
    return { kind: 'current', file: await fetchFile(address) }
  } catch (error) {
    const failure = describeFailure(error, address)
    const { hash } = await readRecord(address)
    if (hash === '') return { kind: 'missing', failure }
    return { kind: 'outdated', file: createDownload(hash, false), failure }
  }
}

function describeFailure(error: unknown, address: string): Failure {
  if (error instanceof TypeError) return { reason: 'the connection failed', hasNoResponse: true }
  if (!(error instanceof Error)) return { reason: String(error), hasNoResponse: false }
  if (error.name === 'TimeoutError')
    return { reason: `no response within ${MEDIA_TIMEOUT_MS / 1000} s`, hasNoResponse: true }
  // The fault already contains the URL. Only errors of `lookup` have a host name.
  return { reason: error.message.replace(`${address} `, ''), hasNoResponse: 'hostname' in error }
}

async function fetchFile(address: string): Promise<Download> {
  const { host } = new URL(address)
  if ((failureCounts.get(host) ?? 0) >= MAX_WITHOUT_RESPONSE)
    throw new TypeError(`${host} does not respond`)
  const cached = await readRecord(address)
  const { status, headers, bytes } = await fetchMedia(address, {
    apiOrigin: new URL(buildConfig.adminApiUrl).origin,
    headers: makeConditions(cached),
  }).catch((error: unknown) => {
    if (describeFailure(error, address).hasNoResponse)
      failureCounts.set(host, (failureCounts.get(host) ?? 0) + 1)
    throw error
  })
  failureCounts.delete(host)
  const isImmutable = /\bimmutable\b/.test(headers.get('cache-control') ?? '')
  if (status === 304) return createDownload(cached.hash, isImmutable)
  if (status < 200 || status > 299) throw new Error(`responded with status ${status}`)
  const hash = hashContent(bytes)
  await writeAtomically(getContent(hash), bytes)
  const validators = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
  await writeAtomically(getRecord(address), [...validators, hash].join('\n'))
  return createDownload(hash, isImmutable)
}

/** Reads the validators and the content hash of a cached file; empty ones for no file. */
async function readRecord(address: string) {
  const text = await readFile(getRecord(address), 'utf8').catch(() => '')
  const [etag = '', lastModified = '', hash = ''] = text.split('\n')
  const isCached = hash !== '' && existsSync(getContent(hash))
  return isCached ? { etag, lastModified, hash } : { etag: '', lastModified: '', hash: '' }
}

/** Makes the headers of a conditional request (RFC 9110, section 13). */
function makeConditions({
  etag,
  lastModified,
}: Record<'etag' | 'lastModified', string>): Record<string, string> {
  if (etag !== '') return { 'if-none-match': etag }
  return lastModified === '' ? {} : { 'if-modified-since': lastModified }
}
