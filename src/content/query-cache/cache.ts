import { AsyncLocalStorage } from 'node:async_hooks'
import pLimit from 'p-limit'
import { shareState } from '#integrations/media/share-state.ts'
import type { CachedResult } from './cached-result.ts'
import type { ContentFault } from './content-fault.ts'

// The data of the query cache, which the builder and the bundle of the pages share.

/** The context of a request. */
export interface RequestContext {
  /** The previous result; undefined for the first request. */
  before: unknown
  /** Called for each item of the response that was dropped or replaced by its previous version. */
  onFault: (fault: ContentFault) => void
}

/** @throws ContentFaultError when the requested item is faulty */
export type SendRequest = (context: RequestContext) => Promise<unknown>

interface Query {
  send: SendRequest
  result: Promise<CachedResult>
}

/** A derived query: counts as changed only when its value changes. */
export interface Derived {
  compute: () => Promise<unknown>
  reads: ReadonlySet<string>
  hash: string
  /** The round in which the value was last checked against its inputs. */
  round: number
  /** Null until it is computed for the first time. */
  value: Promise<unknown> | null
}

interface QueryCache {
  queries: Map<string, Query>
  derived: Map<string, Derived>
  /** Faults in the results of queries. */
  faults: Map<string, readonly ContentFault[]>
  /** The media files that pages show: address → version. */
  media: Map<string, string>
  /** Counts refreshes that changed results. */
  round: number
  /** Queries and derived queries that changed in this round. */
  changed: Set<string>
  /** The queries of the page being rendered. */
  reads: AsyncLocalStorage<Set<string>>
  limit: <T>(run: () => Promise<T>) => Promise<T>
}

/** The API is a single process, which more concurrent requests would slow down. */
export const MAX_CONCURRENT = 8
export const cache = shareState('query-cache', (): QueryCache => ({
  queries: new Map(),
  derived: new Map(),
  faults: new Map(),
  media: new Map(),
  round: 0,
  changed: new Set(),
  reads: new AsyncLocalStorage(),
  limit: pLimit(MAX_CONCURRENT),
}))
