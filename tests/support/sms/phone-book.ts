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
export type SmsWeather =
  | 'fair'
  | 'unreachable'
  | 'server error'
  | 'strange proxy'
  | 'lost answer'
  | 'no balance'
  | 'too many'

/** What a gateway has sent, and how it behaves now. */
export function createPhoneBook() {
  const sent: SentSms[] = []
  const state: { weather: SmsWeather } = { weather: 'fair' }
  return {
    sent,
    state,
    isUnreachable: () => state.weather === 'unreachable',
    /** The answer of a fault that has nothing to do with the request; null for none. */
    failEarly(): Response | null {
      if (state.weather === 'server error') return new Response('oops', { status: 502 })
      if (state.weather === 'strange proxy') return new Response('<h1>Log in to the Wi-Fi</h1>')
      return null
    },
    /** Answers, unless the answer is lost on its way. */
    answer: (content: object, status = 200): Response =>
      state.weather === 'lost answer'
        ? new Response('', { status: 504 })
        : Response.json(content, { status }),
    readNewest: (to: string): SentSms | undefined => sent.findLast((one) => one.to === to),
  }
}
