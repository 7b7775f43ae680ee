import { useCallback, useRef, useState, useEffect } from 'react'
import * as v from 'valibot'
import { undoVerify, verifyTicket, listDoorShows, NoRightToVerifySchema } from '#api/door.ts'
import { generateKey } from '#features/ui/generate-key.ts'
import { createResponseOrder } from '#features/ui/response-order.ts'
import { callApi } from '#stores/client.ts'
import { findBusinessKey } from '#api/codes.ts'
import {
  addScan,
  createRepeatFilter,
  findUnansweredNonce,
  normaliseCode,
  type Scan,
} from './scan-log.ts'
import { signal } from './signal.ts'
import { readFailure, readVerdict } from './verdict.ts'

/** The phase of a scan. `ready` accepts a code; a verdict is shown only after the server's response. */
type Phase = { status: 'ready' } | { status: 'checking' } | { status: 'judged'; scan: Scan }

interface Options {
  showId: number | null
  isLoud: boolean
  onJudged: () => void
}

/** Verifies codes from any source, one at a time, and logs the last ten. */
export function useDoor({ showId, isLoud, onJudged }: Options) {
  const [phase, setPhase] = useState<Phase>({ status: 'ready' })
  const [log, setLog] = useState<Scan[]>([])
  const [isNewCode] = useState(() => createRepeatFilter())
  const isBusy = useRef(false)

  async function verify(code: string, nonce: string): Promise<void> {
    isBusy.current = true
    setPhase({ status: 'checking' })
    const body = { code, nonce, ...(showId !== null && { show_id: showId }) }
    const verdict = await callApi(verifyTicket, { body }).then(
      (call) => readVerdict(call, code),
      readFailure,
    )
    if (verdict === null) {
      // The session has expired: `MemberGate` replaces the page.
      isBusy.current = false
      setPhase({ status: 'ready' })
      return
    }
    const scan = { nonce, code, at: Date.now(), verdict, isUndone: false }
    setPhase({ status: 'judged', scan })
    setLog((scans) => addScan(scans, scan))
    signal(verdict.name, isLoud)
    onJudged()
  }

  /** Handles a code from camera, photo, scanner or keyboard. */
  function take(text: string): void {
    const code = normaliseCode(text)
    if (code === '' || !isNewCode(code, isBusy.current)) return
    void verify(code, findUnansweredNonce(log, code) ?? generateKey())
  }

  const next = useCallback((): void => {
    isBusy.current = false
    setPhase({ status: 'ready' })
  }, [])

  /** @returns whether the admission was undone; null if the call failed */
  async function undo({ nonce }: Scan): Promise<boolean | null> {
    const result = await callApi(undoVerify, { body: { nonce } }).catch(() => null)
    if (result?.status !== 'ok') return null
    const { undone } = result.data
    if (undone) {
      setLog((scans) =>
        scans.map((scan) => (scan.nonce === nonce ? { ...scan, isUndone: true } : scan)),
      )
      onJudged()
    }
    return undone
  }

  return { phase, log, take, again: (scan: Scan) => void verify(scan.code, scan.nonce), next, undo }
}

type Shows = v.InferOutput<typeof listDoorShows.data>['shows']

/** `refused`: this account may not verify tickets. `failed`: the list failed to load; scanning works. */
export type DoorShows =
  | { status: 'loading' | 'done' | 'failed'; shows: Shows }
  | { status: 'refused'; shows: Shows; command: string | null }

/** Loads the current shows with their counts. @returns the state, and a function that refreshes it */
export function useDoorShows() {
  const [state, setState] = useState<DoorShows>({ status: 'loading', shows: [] })
  const [responses] = useState(() => createResponseOrder())

  const refresh = useCallback(async (): Promise<void> => {
    const isNewest = responses.begin()
    const result = await callApi(listDoorShows, {}).catch(() => null)
    if (!isNewest()) return
    if (result?.status === 'ok') return setState({ status: 'done', shows: result.data.shows })
    if (result?.status === 'refused' && findBusinessKey(result.code) === 'no_right_to_verify') {
      const data = v.safeParse(NoRightToVerifySchema, result.data)
      const command = data.success ? data.output.grant_command : null
      return setState({ status: 'refused', shows: [], command })
    }
    setState(({ shows }) => ({ status: 'failed', shows }))
  }, [responses])

  useEffect(() => {
    // oxlint-disable-next-line react-hooks-js/set-state-in-effect -- set when the response arrives
    void refresh()
  }, [refresh])
  return { state, refresh: () => void refresh() }
}
