/** A message that a gateway has sent to a phone. */
export interface SentSms {
  to: string
  text: string
  id: string
}

/**
 * How a gateway behaves: as documented, or with a fault. `lost answer`: the message is sent and its answer
 * fails.
 */
export type SmsFaultMode =
  | 'none'
  | 'unreachable'
  | 'server error'
  | 'captive portal'
  | 'lost response'
  | 'no balance'
  | 'too many'

/** What a gateway has sent, and how it behaves now. */
export function createPhoneBook() {
  const sent: SentSms[] = []
  const state: { faultMode: SmsFaultMode } = { faultMode: 'none' }
  return {
    sent,
    state,
    isUnreachable: () => state.faultMode === 'unreachable',
    /** The answer of a fault that has nothing to do with the request; null for none. */
    failEarly(): Response | null {
      if (state.faultMode === 'server error') return new Response('oops', { status: 502 })
      if (state.faultMode === 'captive portal') return new Response('<h1>Log in to the Wi-Fi</h1>')
      return null
    },
    /** Answers, unless the answer is lost on its way. */
    answer: (content: object, status = 200): Response =>
      state.faultMode === 'lost response'
        ? new Response('', { status: 504 })
        : Response.json(content, { status }),
    readNewest: (to: string): SentSms | undefined => sent.findLast((one) => one.to === to),
  }
}
