/** A message sent to a phone. */
export interface SentSms {
  to: string
  text: string
  id: string
}

/**
 * Fault mode of a gateway. `lost response`: the message is sent, but the response fails.
 */
export type SmsFaultMode =
  | 'none'
  | 'unreachable'
  | 'server error'
  | 'captive portal'
  | 'lost response'
  | 'no balance'
  | 'too many'

/** Messages sent by a gateway, and its fault mode. */
export function createPhoneBook() {
  const sent: SentSms[] = []
  const state: { faultMode: SmsFaultMode } = { faultMode: 'none' }
  return {
    sent,
    state,
    isUnreachable: () => state.faultMode === 'unreachable',
    /** The response of a fault that does not depend on the request; null without one. */
    failEarly(): Response | null {
      if (state.faultMode === 'server error') return new Response('oops', { status: 502 })
      if (state.faultMode === 'captive portal') return new Response('<h1>Log in to the Wi-Fi</h1>')
      return null
    },
    /** Responds, unless the response is lost. */
    answer: (content: object, status = 200): Response =>
      state.faultMode === 'lost response'
        ? new Response('', { status: 504 })
        : Response.json(content, { status }),
    readNewest: (to: string): SentSms | undefined => sent.findLast((one) => one.to === to),
  }
}
