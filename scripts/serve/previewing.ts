import type { IncomingMessage } from 'node:http'
import type { Manifest } from './manifest.ts'
import type { Proxy } from './proxy.ts'

/** The preview of a browser session: built, or to be reopened after a restart. */
export type FoundPreview =
  { kind: 'ready'; manifest: Manifest; proxy: Proxy } | { kind: 'gone'; location: string }

/** Finds the preview that a request belongs to; undefined for visitors. */
export type FindPreview = (request: IncomingMessage) => FoundPreview | undefined
