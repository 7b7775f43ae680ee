import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatTime } from '#scripts/admin-api/venue-time.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import { runSql } from '#tests/support/database.ts'

const DAY = 86_400_000

let api: TestAdminApi
let member: TestMember
beforeEach(async () => {
  api = await openAdminApi()
  member = await createMember(api)
})
afterEach(() => api.close())

describe('membership', () => {
  const read = (lang: 'zh-cn' | 'en' = 'en') =>
    api.read('POST /api/account/member', { headers: member.headers, lang })

  test(
    'is "none" for a new member, with packages offered in both languages',
    { tags: ['S7.18'] },
    async () => {
      const english = await read()
      expect(english).toMatchObject({
        membership: { status: 'none' },
        balance_fen: 0,
        class_hours: [],
      })
      expect(english.packages.length).toBeGreaterThan(0)
      const chinese = await read('zh-cn')
      for (const [index, offer] of english.packages.entries()) {
        const other = chinese.packages[index]
        expect(other).toMatchObject({ id: offer.id, price_fen: offer.price_fen })
        expect(other?.name).not.toBe(offer.name)
      }
      await runSql(api.db, sql`UPDATE member_package SET published = 0`)
      expect((await read()).packages).toEqual([])
    },
  )

  async function addMemberships(...periods: [from: number, until: number][]): Promise<void> {
    for (const [index, [from, until]] of periods.entries()) {
      const order = await runSql(
        api.db,
        sql`INSERT INTO "order" (order_no, user_id, type, quantity, original_fen,
              member_discount_fen, payable_fen, rule, created_at, expires_at)
            VALUES (${`ORDER00${index}`}, ${member.id}, 'member', 1, 0, 0, 0, 'regular', 1, 1)
            RETURNING id`,
      )
      await runSql(
        api.db,
        sql`INSERT INTO membership (user_id, order_id, from_at, until_at)
            VALUES (${member.id}, ${order[0]?.['id']}, ${from}, ${until})`,
      )
    }
  }

  test('is active from its start until just before its end', async () => {
    const { now } = api.clock
    await addMemberships([now + 3 * DAY, now + 6 * DAY], [now + DAY, now + 3 * DAY])
    const statuses: string[] = []
    for (const at of [0, DAY, 3 * DAY, 6 * DAY - 1, 6 * DAY]) {
      api.clock.now = now + at
      statuses.push((await read()).membership.status)
    }
    expect(statuses).toEqual(['none', 'active', 'active', 'active', 'expired'])
  })

  test('that was renewed ends with the renewal, but not with a later one after a gap', async () => {
    const { now } = api.clock
    await addMemberships(
      [now - DAY, now + 3 * DAY],
      [now + 3 * DAY, now + 6 * DAY],
      [now + 8 * DAY, now + 9 * DAY],
    )
    expect((await read()).membership).toEqual({
      status: 'active',
      from: formatTime(now - DAY),
      until: formatTime(now + 6 * DAY),
    })
  })
})
