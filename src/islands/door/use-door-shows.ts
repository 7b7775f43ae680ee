import { useCallback, useEffect, useState } from 'react'
import type { DataOf } from '#api/index.ts'
import { findBusinessKey } from '#api/codes.ts'
import { listDoorShows } from '#api/order.ts'
import { callApi } from '#stores/client.ts'

type Shows = DataOf<'GET /api/order/door'>['shows']

export interface DoorShows {
  /** `refused`: this account may not verify. `failed`: shows are missing, the door works. */
  status: 'loading' | 'done' | 'refused' | 'failed'
  shows: Shows
}

/** Shows of the evening with their counts; asked again after each admission. */
export function useDoorShows(): [DoorShows, () => void] {
  const [state, setState] = useState<DoorShows>({ status: 'loading', shows: [] })

  const refresh = useCallback(async (): Promise<void> => {
    const answer = await callApi(listDoorShows, {}).catch(() => null)
    if (answer?.status === 'ok') return setState({ status: 'done', shows: answer.data.shows })
    const isRefused =
      answer?.status === 'refused' && findBusinessKey(answer.code) === 'no_right_to_verify'
    setState(({ shows }) => ({ status: isRefused ? 'refused' : 'failed', shows }))
  }, [])

  useEffect(() => {
    // oxlint-disable-next-line react-hooks-js/set-state-in-effect -- it is set when the answer comes
    void refresh()
  }, [refresh])
  return [state, () => void refresh()]
}
