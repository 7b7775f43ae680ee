/** A message sent by a gateway. */
export interface SentSms {
  to: string
  text: string
  id: string
}

/**
 * Fault that a gateway simulates. `lost response`: the message is sent, but the response fails.
 */
export type SmsFaultMode =
  | 'none'
  | 'unreachable'
  | 'server error'
  | 'captive portal'
  | 'lost response'
  | 'no balance'
  | 'too many'
  | 'wrong number'
  | 'wrong region'

/** Shared state of fake SMS gateways: sent messages and the simulated fault. */
export function createPhoneBook() {
  const sent: SentSms[] = []
  const state: { faultMode: SmsFaultMode } = { faultMode: 'none' }
  return {
    sent,
    state,
    isUnreachable: () => state.faultMode === 'unreachable',
    /** The response of a fault that does not depend on the request, or null. */
    failEarly(): Response | null {
      if (state.faultMode === 'server error') return new Response('oops', { status: 502 })
      if (state.faultMode === 'captive portal') return new Response('<h1>Log in to the Wi-Fi</h1>')
      return null
    },
    /** Sends the content, unless the response is to be lost. */
    respond: (content: object, status = 200): Response =>
      state.faultMode === 'lost response'
        ? new Response('', { status: 504 })
        : Response.json(content, { status }),
    readNewest: (to: string): SentSms | undefined => sent.findLast((one) => one.to === to),
  }
}
