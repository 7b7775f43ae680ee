import type { Verdict } from './verdict.ts'

/** A scan and what came of it. */
export interface Scan {
  nonce: string
  code: string
  /** By the clock of this device. */
  at: number
  verdict: Verdict
  undone: boolean
}

export const LOG_LENGTH = 10
/** An admission can be taken back for this long (the server keeps the time). */
export const UNDO_MS = 5 * 60_000
/** The camera sees the same code many times. */
export const REPEAT_MS = 3000

/** Adds a scan; one that was sent again takes the place of the first. */
export function addScan(log: readonly Scan[], scan: Scan): Scan[] {
  return [scan, ...log.filter(({ nonce }) => nonce !== scan.nonce)].slice(0, LOG_LENGTH)
}

/** One spelling of a code, however it was read or typed. */
export const cleanCode = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase().slice(0, 256)

/**
 * Lets a code through once, and again only after it was out of sight for some seconds: what the camera
 * keeps seeing is one scan.
 */
export function createRepeatFilter(now: () => number = Date.now) {
  let last = { code: '', seenAt: -REPEAT_MS }
  return (code: string): boolean => {
    const isRepeat = code === last.code && now() - last.seenAt < REPEAT_MS
    last = { code, seenAt: now() }
    return !isRepeat
  }
}
