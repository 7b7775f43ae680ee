import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openAdminApi } from '#tests/support/admin-api.ts'
import { databaseSettings } from '#tests/support/database.ts'
import { queueMails } from '#tests/support/queue-mails.ts'
import { serveSmtp } from '#tests/support/smtp-catcher.ts'

const CHILD = fileURLToPath(new URL('../support/send-messages.ts', import.meta.url))
// KILLS=24 runs the long version.
const KILLS = Number(process.env['KILLS'] ?? 2)
const MAILS_BEFORE_KILL = 2
const MEMBERS = KILLS * MAILS_BEFORE_KILL + 4
/** More than the longest wait between two attempts. */
const ROUND_MS = 2 * 3_600_000

test(
  `every mail arrives despite ${KILLS} kills, and repeated mails have the same message id`,
  { timeout: Math.max(300_000, KILLS * 30_000) },
  async () => {
    const api = await openAdminApi()
    const state: { child: ChildProcess | null; kills: number; mails: number } = {
      child: null,
      kills: 0,
      mails: 0,
    }
    /** Kills alternately before a mail is sent, and after it was accepted but before the sender knows. */
    const killAt = (point: 'before' | 'after') => {
      if (state.kills === KILLS || state.mails < MAILS_BEFORE_KILL) return
      if ((state.kills % 2 === 0 ? 'after' : 'before') !== point) return
      if (state.child?.kill('SIGKILL') !== true) return
      state.kills += 1
      state.mails = 0
    }
    const smtp = await serveSmtp({
      refuseSender: () => void killAt('before'),
      refuseMail() {
        state.mails += 1
        killAt('after')
        return undefined
      },
    })
    const addresses = await queueMails(api, MEMBERS)

    const run = async (now: number) => {
      const child = spawn(process.execPath, [CHILD], {
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          DATA_DIR: api.dataDir,
          ...databaseSettings(api.dataDir),
          MAIL_URL: smtp.url,
          MAIL_FROM: 'tickets@riverside.example',
          SITE_URL: 'http://riverside.example',
          NOW: String(now),
        },
        stdio: 'inherit',
      })
      state.child = child
      state.mails = 0
      await once(child, 'exit')
      state.child = null
      return child.signalCode
    }
    let now = api.clock.now
    while ((await run(now)) === 'SIGKILL') now += ROUND_MS
    // Messages claimed by the last killed process are due after their lease.
    expect(await run(now + ROUND_MS)).toBeNull()

    const ids = Map.groupBy(smtp.caught, ({ email }) => email.messageId)
    const arrived = [...ids.values()].map(([mail]) => mail?.to[0])
    expect(state.kills).toBe(KILLS)
    expect(arrived.toSorted()).toEqual(addresses.toSorted())
    // Proves that mails were sent twice and are identified by their stable id.
    expect(smtp.caught.length).toBeGreaterThan(MEMBERS)
    const left = await api.db.query
      .selectFrom('member_message')
      .select('id')
      .where('state', '<>', 'sent')
      .execute()
    expect(left).toEqual([])
    await api.close()
  },
)
