import type { Deps } from '../../deps.ts'
import { notAllowed, notFound, RequestError } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import type { Handlers } from '../../mount.ts'
import { identifyDevice } from '../../sessions/identify-device.ts'
import { loadProfile } from '../account/profile.ts'
import { moveToMobile, readOwnMobile, requireFresh, writeEmail } from './change-account.ts'
import { checkCode } from './check-code.ts'
import { listDevices } from './devices.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import { openSession } from './open-session.ts'
import { readMobile } from './read-mobile.ts'
import { sendCode } from './send-code.ts'

export function createLoginHandlers(deps: Deps) {
  const { db, sessions } = deps
  return {
    'POST /api/sms/send': ({ body, lang, now, user, client, cookies }) => {
      const target = readMobile(body.mobile)
      const isOwn = user !== null && readOwnMobile(db, user.id) === target
      if (body.purpose === 'confirm' && !isOwn) throw new RequestError('unauthorized')
      if (body.purpose === 'change_mobile' && !user) throw new RequestError('unauthorized')
      return sendCode(deps, {
        channel: 'sms',
        target,
        purpose: body.purpose,
        // A code works only on the device that requested it.
        client: { ...client, deviceHash: identifyDevice(cookies) },
        userId: user?.id ?? null,
        isOwnPhone: isOwn,
        solution: body.challenge,
        lang,
        now,
      })
    },

    'POST /api/user/login': ({ body, lang, now, client, cookies }) => {
      const mobile = readMobile(body.mobile)
      checkCode(deps, { target: mobile, purpose: 'login', code: body.code, client, now })
      const userId = findOrCreateUser(db, { mobile, lang, now })
      return openSession(deps, { userId, by: 'sms', client, cookies, now })
    },

    'POST /api/user/logout': ({ body, user, cookies }) => {
      if (user && body.everywhere) sessions.endAll(user.id)
      else if (user) sessions.end(user.id, user.session.id)
      cookies.clearSession()
      return {}
    },

    'GET /api/account/sessions': ({ user, now }) => ({
      sessions: listDevices(deps, user, now),
      server_time: formatTime(now),
    }),

    'POST /api/account/end_session': ({ body, user }) => {
      if (!sessions.end(user.id, body.id)) {
        const isThere = sessions.findOwner(body.id) !== undefined
        throw isThere ? notAllowed('session of another member') : notFound()
      }
      return {}
    },

    'POST /api/account/confirm': ({ body, user, client, now }) => {
      const target = readOwnMobile(db, user.id)
      checkCode(deps, { target, purpose: 'confirm', code: body.code, client, now })
      sessions.confirm(user.session.id, now)
      return { confirmed_until: formatTime(now + sessions.freshMs) }
    },

    'POST /api/account/change_mobile': ({ body, user, client, now }) => {
      const mobile = readMobile(body.mobile)
      // The new number first: a wrong code there leaves the old one's unused.
      checkCode(deps, { target: mobile, purpose: 'change_mobile', code: body.code, client, now })
      const own = readOwnMobile(db, user.id)
      checkCode(deps, { target: own, purpose: 'confirm', code: body.confirm_code, client, now })
      moveToMobile(deps, user, mobile, now)
      return loadProfile(db, user.id)
    },

    'POST /api/account/completeEmail': async ({ body, user, client, cookies, lang, now }) => {
      requireFresh(deps, user, now)
      const { email: target } = body
      if (body.step === 'send') {
        return sendCode(deps, {
          channel: 'email',
          target,
          purpose: 'email',
          client: { ...client, deviceHash: identifyDevice(cookies) },
          userId: user.id,
          isOwnPhone: false,
          solution: undefined,
          lang,
          now,
        })
      }
      checkCode(deps, { target, purpose: 'email', code: body.code, client, now })
      writeEmail(deps, user.id, target, now)
      return { status: 'completed', profile: loadProfile(db, user.id) } as const
    },
  } satisfies Partial<Handlers>
}
