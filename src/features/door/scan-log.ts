import type { Verdict } from './verdict.ts'

/** A scan and its verdict. */
export interface Scan {
  nonce: string
  code: string
  /** Time on this device. */
  at: number
  verdict: Verdict
  undone: boolean
}

const LOG_LENGTH = 10
/** How long an admission can be undone; the server enforces the limit. */
export const UNDO_MS = 5 * 60_000
/** The camera reads the same code repeatedly. */
const REPEAT_MS = 3000

/** Adds a scan; a repeated one replaces the first. */
export function addScan(log: readonly Scan[], scan: Scan): Scan[] {
  return [scan, ...log.filter(({ nonce }) => nonce !== scan.nonce)].slice(0, LOG_LENGTH)
}

/** Normalises a scanned or typed code. */
export const normaliseCode = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase().slice(0, 256)

/**
 * Passes a code once, and again only after it was out of view for some seconds, because the camera
 * reads it repeatedly.
 */
export function createRepeatFilter(now: () => number = Date.now) {
  let last = { code: '', seenAt: -REPEAT_MS }
  return (code: string): boolean => {
    const isRepeat = code === last.code && now() - last.seenAt < REPEAT_MS
    last = { code, seenAt: now() }
    return !isRepeat
  }
}
