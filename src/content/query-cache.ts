import pLimit from 'p-limit'
import { cache, MAX_CONCURRENT, type Derived, type SendRequest } from './query-cache/cache.ts'
import {
  findAffected,
  findFollowUps,
  haveKnownKinds,
  type QueryChange,
  type ChangedItem,
} from './query-cache/invalidation.ts'
import { findContentFault, type ContentFault } from './query-cache/content-fault.ts'
import {
  cacheResult,
  cacheFault,
  hashResult,
  type CachedResult,
} from './query-cache/cached-result.ts'
import { getMediaKey, nameMediaItem } from './query-cache/media.ts'
import { getPath } from './query-cache/query-key.ts'

// Caches the results of API queries and derived queries, and records which page reads which query.

/** Sends a query; a fault of the item is cached as its result. */
async function sendQuery(
  key: string,
  send: SendRequest,
  before?: CachedResult,
): Promise<CachedResult> {
  const faults: ContentFault[] = []
  try {
    const data = await send({
      before: before?.isMissing ? undefined : before?.read(),
      onFault: (fault) => faults.push(fault),
    })
    return cacheResult(data, getPath(key), faults)
  } catch (error) {
    const fault = findContentFault(error)
    if (!fault) throw error
    return cacheFault(key, { error, fault }, before)
  }
}

function recordFaults(key: string, { faults }: CachedResult): void {
  if (faults.length > 0) cache.faults.set(key, faults)
  else cache.faults.delete(key)
}

/**
 * Returns the cached result of a query, or fetches it. Failed requests are not cached.
 * @throws ContentFaultError when the requested item is faulty
 */
export async function fetchCached(key: string, send: SendRequest): Promise<unknown> {
  cache.reads.getStore()?.add(key)
  const query = cache.queries.get(key)
  if (query) return (await query.result).read()
  const result = cache.limit(() => sendQuery(key, send))
  cache.queries.set(key, { send, result })
  void result.then(
    (cached) => recordFaults(key, cached),
    () => cache.queries.delete(key),
  )
  return (await result).read()
}

/**
 * Derived queries are cached like fetched ones and recomputed when an input changes. Pages that read them
 * are invalidated only when the value changes: a page that shows the position of an item in a list of
 * thousands does not depend on the titles of all others.
 * @param name unique name of the derived query
 * @param compute reads queries and returns JSON data
 */
export function derive<T>(name: string, compute: () => Promise<T>): Promise<T> {
  const key = `derived ${name}`
  cache.reads.getStore()?.add(key)
  const one = cache.derived.get(key) ?? {
    compute,
    reads: new Set(),
    hash: '',
    round: cache.round,
    value: null,
  }
  cache.derived.set(key, one)
  // The name identifies `compute`, and thereby the type.
  return updateDerived(key, one) as Promise<T>
}

/** Updates a derived query, after its inputs. */
function updateDerived(key: string, one: Derived): Promise<unknown> {
  if (one.value && one.round === cache.round) return one.value
  one.round = cache.round
  one.value = recompute(key, one, one.value)
  one.value.catch(() => {})
  return one.value
}

/** @param before null for the first time */
async function recompute(
  key: string,
  one: Derived,
  before: Promise<unknown> | null,
): Promise<unknown> {
  // The set of this round.
  const { changed } = cache
  try {
    for (const read of one.reads) {
      const inner = cache.derived.get(read)
      // A failed input counts as changed; recomputing throws its error if it is still needed.
      if (inner) await updateDerived(read, inner).catch(() => {})
    }
    if (before && changed.isDisjointFrom(one.reads)) return await before
    const { result, reads } = await recordReads(one.compute)
    const hash = hashResult(result)
    if (before && hash !== one.hash) changed.add(key)
    Object.assign(one, { reads, hash })
    return result
  } catch (error) {
    if (before) changed.add(key)
    cache.derived.delete(key)
    throw error
  }
}

/**
 * Runs a function and records the queries that it reads.
 * @param reads receives the queries, even if the function fails
 */
export async function recordReads<T>(
  run: () => Promise<T>,
  reads = new Set<string>(),
): Promise<{ result: T; reads: Set<string> }> {
  return { result: await cache.reads.run(reads, run), reads }
}

/** What to refetch: everything, or the queries that the named changes can affect. */
export type ChangeScope = 'all' | readonly ChangedItem[]

export interface RefreshOptions {
  scope: ChangeScope
  /** The media files that have changed, from `requestChangedMedia`. */
  media?: ReadonlyMap<string, string>
  /** Number of concurrent requests. */
  concurrency?: number
  /** Aborting it before all responses have arrived leaves the cache unchanged. */
  signal?: AbortSignal | undefined
}

/**
 * Refetches queries; the cache changes only after all of them have succeeded.
 * @returns the changed queries, including derived ones, and the changed media files, as keys of reads
 */
export async function refreshQueries(options: RefreshOptions): Promise<ReadonlySet<string>> {
  const { media = new Map<string, string>() } = options
  const { changes, faulty } = await refetchQueries(options)
  for (const [key, result] of faulty) storeResult(key, result)
  if (changes.length === 0 && media.size === 0) return new Set()
  cache.round += 1
  cache.changed = new Set([...media.keys()].map(getMediaKey))
  for (const [address, version] of media) cache.media.set(address, version)
  for (const { key, after } of changes) {
    cache.changed.add(key)
    storeResult(key, after)
  }
  for (const [key, one] of cache.derived) await updateDerived(key, one).catch(() => {})
  return cache.changed
}

/** Refetches the queries of a scope, then those that the changed results affect. */
async function refetchQueries({ scope, signal, concurrency = MAX_CONCURRENT }: RefreshOptions) {
  const results = new Map<string, CachedResult>()
  for (const [key, { result }] of cache.queries) results.set(key, await result)
  const refetched = new Set<string>()
  const changes: (QueryChange & { after: CachedResult })[] = []
  /** Results of which only the faults have changed. */
  const faulty = new Map<string, CachedResult>()
  const limit = pLimit(concurrency)

  async function refetch(key: string): Promise<void> {
    signal?.throwIfAborted()
    const before = results.get(key)
    const query = cache.queries.get(key)
    if (!before || !query) return
    const after = await sendQuery(key, query.send, before)
    if (after.hash !== before.hash) changes.push({ key, before, after })
    else if (after.faults.length > 0 || before.faults.length > 0) faulty.set(key, after)
  }

  const isAll = scope === 'all' || !haveKnownKinds(scope)
  let todo = isAll ? new Set(cache.queries.keys()) : findAffected(results, scope)
  while (todo.size > 0) {
    for (const key of todo) refetched.add(key)
    // An API that does not respond gets no further calls.
    await limit.map(todo, refetch).finally(limit.clearQueue)
    todo = isAll ? new Set() : findFollowUps(results, refetched, changes)
  }
  signal?.throwIfAborted()
  return { changes, faulty }
}

function storeResult(key: string, result: CachedResult): void {
  const query = cache.queries.get(key)
  if (query) cache.queries.set(key, { ...query, result: Promise.resolve(result) })
  recordFaults(key, result)
}

/** Lists the faults in queries that pages use. @param read queries that pages read directly */
export async function listFaults(read: Iterable<string>): Promise<ContentFault[]> {
  if (cache.faults.size === 0) return []
  const inUse = withInputs(read)
  const used = [...cache.faults].flatMap(([key, own]) => (inUse.has(key) ? own : []))
  return Promise.all(used.map(nameMediaItem))
}

/** Adds the inputs of derived queries. */
function withInputs(read: Iterable<string>): Set<string> {
  const inUse = new Set(read)
  // The loop adds to the set it iterates, so inputs of inputs are included.
  for (const key of inUse) for (const inner of cache.derived.get(key)?.reads ?? []) inUse.add(inner)
  return inUse
}

/** Clears the cache. */
export function clearQueryCache(): void {
  const { queries, derived, faults, media } = cache
  for (const map of [queries, derived, faults, media]) map.clear()
}

/** Evicts queries that no page uses. @param read queries that pages read directly */
export function evictUnused(read: Iterable<string>): void {
  const { queries, derived, faults, media } = cache
  const inUse = withInputs(read)
  for (const address of media.keys()) if (!inUse.has(getMediaKey(address))) media.delete(address)
  for (const map of [queries, derived, faults]) {
    for (const key of map.keys()) if (!inUse.has(key)) map.delete(key)
  }
}
