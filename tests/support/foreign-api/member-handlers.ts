// Handlers of member calls of the foreign API: profile and activity applications.
import type { IncomingMessage } from 'node:http'
import { findItem, page, readId, Refused, type Caller } from './public-handlers.ts'
import type { Repertoire } from './repertoire.ts'
import type { Member, Sessions } from './sessions.ts'
import { now } from './shapes.ts'

interface MemberCall extends Caller {
  request: IncomingMessage
  /** Sets a response header. */
  setHeader: (name: string, value: string) => void
}
export type MemberHandler = (call: MemberCall) => unknown

const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
const MOBILE = /^\+\d{6,15}$/

const toProfile = ({ user_id, nickname, mobile }: Member) => ({
  user_id,
  nickname,
  gender: null,
  birthday: null,
  mobile,
  bound_accounts: [],
  avatar: null,
  email: null,
  city_id: null,
})

export function createMemberHandlers(
  all: Repertoire,
  sessions: Sessions,
): Record<string, MemberHandler> {
  const member =
    (handle: (caller: Member, call: MemberCall) => unknown, isWrite = false): MemberHandler =>
    (call) => {
      const caller = sessions.findCaller(call.request, isWrite)
      if (!caller) throw new Refused(401, 'log in first')
      return handle(caller, call)
    }
  const courseForm: MemberHandler = ({ input }) => {
    readId(input)
    // Courses of this theatre are booked at the counter and have no form.
    throw new Refused(404, 'no form')
  }

  return {
    'POST /api/sms/send': ({ input }) => {
      const mobile = String(input['mobile'])
      if (!MOBILE.test(mobile)) throw new Refused(400, 'not a phone number')
      sessions.sendCode(mobile)
      return {
        status: 'code_sent',
        resend_at: inMinutes(1),
        expires_at: inMinutes(5),
        server_time: now(),
        outbox: null,
      }
    },
    'POST /api/user/login': ({ input, setHeader }) => {
      const session = sessions.logIn(String(input['mobile']), String(input['code']))
      if (!session) throw new Refused(500_201, 'wrong code')
      setHeader('set-cookie', session.header)
      const { token, expires_at } = session
      return { status: 'logged_in', token, expires_at, profile: toProfile(session.member) }
    },
    'POST /api/user/logout': ({ request }) => {
      sessions.logOut(sessions.readToken(request))
      return {}
    },
    'GET /api/account/profile': member(toProfile),
    'POST /api/account/profile': member((caller, { input }) => {
      const { nickname } = input
      if (typeof nickname === 'string' && nickname.trim() !== '') caller.nickname = nickname.trim()
      return toProfile(caller)
    }, true),
    'POST /api/account/member': member(() => ({
      membership: { status: 'none' },
      balance_fen: 0,
      class_hours: [],
      packages: [],
      server_time: now(),
    })),
    'POST /api/order/list': member((_caller, { input }) => page([], input, (order) => order)),
    'GET /api/order/detail': member(() => {
      throw new Refused(404, 'no such order')
    }),
    'POST /api/order/create': member(() => {
      throw new Refused(400, 'nothing is sold here')
    }, true),
    'GET /api/course/applyinfo': courseForm,
    'GET /api/course/activity_applyinfo': ({ input, lang, request }) => {
      const activity = findItem(all.activities, input)
      const caller = sessions.findCaller(request, false)
      const sources = { friend: ['朋友', 'A friend'], website: ['网站', 'The website'] } as const
      return {
        subject: { id: activity.id, name: activity.title[lang] },
        state: 'open',
        opens_at: inMinutes(-60 * 24 * 30),
        closes_at: inMinutes(60 * 24 * 9),
        applied: caller?.applied.get(activity.id) ?? null,
        max_words: 200,
        heard_from: Object.entries(sources).map(([value, [chinese, english]]) => ({
          value,
          label: lang === 'en' ? english : chinese,
        })),
        server_time: now(),
      }
    },
    'POST /api/course/activity_apply': member((caller, { input }) => {
      const activity = findItem(all.activities, input, 'activity_id')
      const existing = caller.applied.get(activity.id)
      if (existing) return existing
      const status = 'received' as const
      const applied = { id: caller.user_id * 1000 + activity.id, status, submitted_at: now() }
      caller.applied.set(activity.id, applied)
      return applied
    }, true),
  }
}
