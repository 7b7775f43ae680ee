import type { MemberPackage } from '#api/membership.ts'
import type { DataOf } from '#api/index.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import { readBalance } from '../../orders/ledger.ts'
import { formatTime } from '../../venue-time.ts'
import { pickName } from '../read/names.ts'
import type { ReadContext } from '../read/texts.ts'

type MemberQuery = ReadContext & { userId: number }
type Membership = DataOf<'POST /api/account/member'>

async function loadPackages(db: Reader, { lang }: MemberQuery): Promise<MemberPackage[]> {
  const rows = await db
    .selectFrom('member_package')
    .selectAll()
    .where('published', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, summary, benefits, months, price_fen }) => ({
    id,
    name: pickName(name, lang),
    summary: pickName(summary, lang),
    benefits: readJson(benefits)[lang],
    months,
    price_fen,
  }))
}

/** The latest membership that has started, until the end of the renewals that follow it without a gap. */
async function loadStatus(
  db: Reader,
  { userId, now }: MemberQuery,
): Promise<Membership['membership']> {
  const rows = await db
    .selectFrom('membership')
    .select(['from_at', 'until_at'])
    .where('user_id', '=', userId)
    .where('revoked', '=', 0)
    .orderBy('until_at')
    .execute()
  const last = rows.findLast(({ from_at: from }) => from <= now)
  if (!last) return { status: 'none' }
  const renewals = rows.filter(({ from_at: from }) => from > now)
  const until = renewals.reduce(
    (end, renewal) => (renewal.from_at <= end ? Math.max(end, renewal.until_at) : end),
    last.until_at,
  )
  return {
    status: last.until_at > now ? 'active' : 'expired',
    from: formatTime(last.from_at),
    until: formatTime(until),
  }
}

async function loadClassHours(
  db: Reader,
  { userId, lang, now }: MemberQuery,
): Promise<Membership['class_hours']> {
  const rows = await db
    .selectFrom('class_pass as pass')
    .innerJoin('course_package', 'course_package.id', 'pass.course_package_id')
    .select(['course_package.name', 'pass.hours_left', 'pass.expires_at'])
    .where('pass.user_id', '=', userId)
    .where('pass.revoked', '=', 0)
    .where('pass.hours_left', '>', 0)
    .where((or) => or.or([or('pass.expires_at', 'is', null), or('pass.expires_at', '>', now)]))
    .orderBy('pass.id')
    .execute()
  return rows.map(({ name, hours_left, expires_at }) => ({
    package: pickName(name, lang),
    hours_left,
    expires_at: expires_at === null ? null : formatTime(expires_at),
  }))
}

/** Membership, balance (fen) and class hours of a member, and the packages on sale. */
export async function loadMembership(db: Reader, query: MemberQuery): Promise<Membership> {
  const [membership, balance_fen, class_hours, packages] = await Promise.all([
    loadStatus(db, query),
    readBalance(db, query.userId),
    loadClassHours(db, query),
    loadPackages(db, query),
  ])
  return { membership, balance_fen, class_hours, packages, server_time: formatTime(query.now) }
}
