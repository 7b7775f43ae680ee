import type { IncomingMessage } from 'node:http'
import type { Manifest } from './manifest.ts'
import type { Proxy } from './proxy.ts'

/** The preview of a request: ready, or gone after a restart, with the address that reopens it. */
export type RequestPreview =
  { kind: 'ready'; manifest: Manifest; proxy: Proxy } | { kind: 'gone'; location: string }

/** Finds the preview to which a request belongs; undefined for the public site. */
export type FindPreview = (request: IncomingMessage) => RequestPreview | undefined
