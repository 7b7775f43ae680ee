import { canRepeat, type Verdict } from './verdict.ts'

/** A scan and its verdict. */
export interface Scan {
  nonce: string
  code: string
  /** Epoch ms by the clock of this device. */
  at: number
  verdict: Verdict
  isUndone: boolean
}

const LOG_LENGTH = 10
/** How long an admission can be undone; the server enforces the limit. */
export const UNDO_MS = 5 * 60_000
/** How long a code must be out of view before it counts again. */
const REPEAT_MS = 3000

/** Adds a scan to the log; a retry replaces the scan with the same nonce. */
export function addScan(log: readonly Scan[], scan: Scan): Scan[] {
  return [scan, ...log.filter(({ nonce }) => nonce !== scan.nonce)].slice(0, LOG_LENGTH)
}

/**
 * The nonce of the last scan of a code if its result was lost. A guest whose code is scanned again, instead of
 * being retried, would otherwise be refused because of their own first scan.
 */
export function findUnansweredNonce(log: readonly Scan[], code: string): string | null {
  const last = log.find((scan) => scan.code === code)
  return last && canRepeat(last.verdict) ? last.nonce : null
}

/** Normalises a scanned or typed code. */
export const normaliseCode = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase().slice(0, 256)

/**
 * Creates a filter that accepts a code once, and again only after it was out of view for three seconds,
 * because the camera reads it many times a second. While busy it accepts none; a ticket that is shown
 * meanwhile is accepted afterwards.
 */
export function createRepeatFilter(now: () => number = Date.now) {
  let last = { code: '', seenAt: -REPEAT_MS }
  return (code: string, isBusy = false): boolean => {
    const isRepeat = code === last.code && now() - last.seenAt < REPEAT_MS
    if (isRepeat || !isBusy) last = { code, seenAt: now() }
    return !isRepeat && !isBusy
  }
}
