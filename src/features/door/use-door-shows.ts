import { useCallback, useEffect, useState } from 'react'
import * as v from 'valibot'
import type { DataOf } from '#api/index.ts'
import { findBusinessKey } from '#api/codes.ts'
import { listDoorShows, NoRightToVerifySchema } from '#api/door.ts'
import { callApi } from '#stores/client.ts'

type Shows = DataOf<'GET /api/order/door'>['shows']

/** `refused`: this account may not verify tickets. `failed`: the list failed to load; scanning works. */
export type DoorShows =
  | { status: 'loading' | 'done' | 'failed'; shows: Shows }
  | { status: 'refused'; shows: Shows; command: string | null }

/** Loads the current shows with their counts. @returns the state, and a function that refreshes it */
export function useDoorShows(): [DoorShows, () => void] {
  const [state, setState] = useState<DoorShows>({ status: 'loading', shows: [] })

  const refresh = useCallback(async (): Promise<void> => {
    const result = await callApi(listDoorShows, {}).catch(() => null)
    if (result?.status === 'ok') return setState({ status: 'done', shows: result.data.shows })
    if (result?.status === 'refused' && findBusinessKey(result.code) === 'no_right_to_verify') {
      const data = v.safeParse(NoRightToVerifySchema, result.data)
      const command = data.success ? data.output.grant_command : null
      return setState({ status: 'refused', shows: [], command })
    }
    setState(({ shows }) => ({ status: 'failed', shows }))
  }, [])

  useEffect(() => {
    // oxlint-disable-next-line react-hooks-js/set-state-in-effect -- set when the response arrives
    void refresh()
  }, [refresh])
  return [state, () => void refresh()]
}
