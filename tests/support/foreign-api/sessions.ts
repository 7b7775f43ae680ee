// Login of the foreign API: codes by SMS, a token in the response and an additional cookie.
import { randomBytes, randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const COOKIE = 'lantern_session'
const HOUR = 3_600_000

interface Session {
  mobile: string
  cookie: string
}

export interface Member {
  user_id: number
  mobile: string
  nickname: string
  /** Activities that this member has applied to, by id. */
  applied: Map<number, { id: number; status: 'received'; submitted_at: string }>
}

/** In-memory accounts, codes and sessions. */
export function createSessions() {
  const codes = new Map<string, string>()
  const sessions = new Map<string, Session>()
  const members = new Map<string, Member>()

  function findMember(mobile: string): Member {
    const existing = members.get(mobile)
    if (existing) return existing
    const number = members.size + 1
    const member = { user_id: number, mobile, nickname: `Guest ${number}`, applied: new Map() }
    members.set(mobile, member)
    return member
  }

  return {
    /** The last code sent to a number. */
    readSentCode: (mobile: string) => codes.get(mobile),
    sendCode(mobile: string): void {
      codes.set(mobile, String(randomInt(1_000_000)).padStart(6, '0'))
    },
    /** Opens a session; undefined if the code is wrong. */
    logIn(mobile: string, code: string) {
      if (codes.get(mobile) !== code) return undefined
      codes.delete(mobile)
      const token = `lantern.${randomBytes(24).toString('hex')}`
      const cookie = randomBytes(16).toString('hex')
      sessions.set(token, { mobile, cookie })
      const expires_at = new Date(Date.now() + 24 * HOUR).toISOString()
      const header = `${COOKIE}=${cookie}; Path=/api; HttpOnly; SameSite=Lax`
      return { token, expires_at, header, member: findMember(mobile) }
    },
    logOut: (token: string) => sessions.delete(token),
    /** The caller: identified by the token for reads, by token and cookie for writes. */
    findCaller({ headers }: IncomingMessage, isWrite: boolean): Member | undefined {
      const token = readToken(headers.authorization, headers['token'])
      const session = sessions.get(token)
      const isComplete = !isWrite || headers.cookie?.includes(`${COOKIE}=${session?.cookie}`)
      return session && isComplete ? findMember(session.mobile) : undefined
    },
    readToken: ({ headers }: IncomingMessage) => readToken(headers.authorization, headers['token']),
  }
}
export type Sessions = ReturnType<typeof createSessions>

function readToken(
  authorization: string | undefined,
  token: string | string[] | undefined,
): string {
  if (authorization?.startsWith('Bearer ')) return authorization.slice('Bearer '.length)
  return typeof token === 'string' ? token : ''
}
