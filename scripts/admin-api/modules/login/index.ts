import type { Session } from '#api/account.ts'
import { maskAddress } from '../../client.ts'
import type { Deps } from '../../deps.ts'
import { notAllowed, notFound, RequestError } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import type { Handlers, User } from '../../mount.ts'
import { identifyDevice } from '../../sessions/cookies.ts'
import { FRESH_MS } from '../../sessions/limits.ts'
import {
  confirmSession,
  endAllSessions,
  endSession,
  listLiveSessions,
} from '../../sessions/sessions.ts'
import { loadProfile } from '../account/profile.ts'
import { moveToMobile, readOwnMobile, requireFresh, writeEmail } from './change-account.ts'
import { checkCodes } from './check-code.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import { openSession } from './open-session.ts'
import { readMobile } from './read-mobile.ts'
import { sendCode } from './send-code.ts'

/** The live sessions of a member, for the list of devices. */
async function listDevices({ db, config }: Deps, user: User, now: number): Promise<Session[]> {
  const rows = await listLiveSessions(db.query, config.authMode, user.id, now)
  return rows.map((row) => ({
    id: row.id,
    current: row.id === user.session.id,
    device: row.device,
    address: maskAddress(row.address),
    created_at: formatTime(row.created_at),
    last_seen_at: formatTime(row.last_seen_at),
  }))
}

export function createLoginHandlers(deps: Deps) {
  const { db } = deps
  return {
    'POST /api/sms/send': async ({ body, lang, now, user, client, cookies }) => {
      const target = readMobile(body.mobile)
      const isOwn = user !== null && (await readOwnMobile(db.query, user.id)) === target
      if (body.purpose === 'confirm' && !isOwn) throw new RequestError('unauthorized')
      if (body.purpose === 'change_mobile' && !user) throw new RequestError('unauthorized')
      return sendCode(deps, {
        channel: 'sms',
        target,
        purpose: body.purpose,
        // A code is valid only on the device that requested it.
        client: { ...client, deviceHash: identifyDevice(cookies) },
        userId: user?.id ?? null,
        isOwnPhone: isOwn,
        solution: body.challenge,
        lang,
        now,
      })
    },

    'POST /api/user/login': async ({ body, lang, now, client, cookies }) => {
      const mobile = readMobile(body.mobile)
      const code = { target: mobile, purpose: 'login', code: body.code } as const
      const userId = await checkCodes(deps, { code }, { client, now }, (trx) =>
        findOrCreateUser(trx, { mobile, lang, now }),
      )
      return openSession(deps, { userId, by: 'sms', lang, client, cookies, now })
    },

    'POST /api/user/logout': async ({ body, user, cookies }) => {
      if (user && body.everywhere) {
        await db.transaction((trx) => endAllSessions(trx, user.id))
      } else if (user) {
        await db.transaction((trx) => endSession(trx, user.id, user.session.id))
      }
      cookies.clearSession()
      return {}
    },

    'GET /api/account/sessions': async ({ user, now }) => ({
      sessions: await listDevices(deps, user, now),
      server_time: formatTime(now),
    }),

    'POST /api/account/end_session': async ({ body, user }) => {
      if (!(await db.transaction((trx) => endSession(trx, user.id, body.id)))) {
        const query = db.query.selectFrom('session').select('id').where('id', '=', body.id)
        const exists = await query.executeTakeFirst()
        throw exists ? notAllowed('session of another member') : notFound()
      }
      return {}
    },

    'POST /api/account/confirm': async ({ body, user, client, now }) => {
      const target = await readOwnMobile(db.query, user.id)
      const code = { target, purpose: 'confirm', code: body.code } as const
      await checkCodes(deps, { code }, { client, now }, (trx) =>
        confirmSession(trx, user.session.id, now),
      )
      return { confirmed_until: formatTime(now + FRESH_MS) }
    },

    'POST /api/account/change_mobile': async ({ body, user, client, now }) => {
      const mobile = readMobile(body.mobile)
      const current = await readOwnMobile(db.query, user.id)
      const codes = {
        confirm_code: { target: current, purpose: 'confirm', code: body.confirm_code },
        code: { target: mobile, purpose: 'change_mobile', code: body.code },
      } as const
      await checkCodes(deps, codes, { client, now }, (trx) =>
        moveToMobile(trx, { user, mobile, now }),
      )
      return loadProfile(db.query, user.id)
    },

    'POST /api/account/completeEmail': async ({ body, user, client, cookies, lang, now }) => {
      requireFresh(user, now)
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
      const code = { target, purpose: 'email', code: body.code } as const
      await checkCodes(deps, { code }, { client, now }, (trx) =>
        writeEmail(trx, user.id, target, now),
      )
      return { status: 'completed', profile: await loadProfile(db.query, user.id) } as const
    },
  } satisfies Partial<Handlers>
}
