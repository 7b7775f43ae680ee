import type { Locale } from '#api/language.ts'
import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'
import { BusinessError } from '../../errors.ts'

/** Names of new members, with the last digits of the phone, until they choose their own. */
const FIRST_NAMES = { 'zh-cn': '观众', en: 'Guest' } as const satisfies Record<Locale, string>

/**
 * The account of a phone number, made silently for a new one.
 * @returns its id
 * @throws BusinessError 500203 for an account that staff closed
 */
export function findOrCreateUser(
  db: Database,
  { mobile, lang, now }: { mobile: string; lang: Locale; now: number },
): number {
  execute(
    db,
    `INSERT INTO user (mobile, nickname, created_at) VALUES (?, ?, ?)
     ON CONFLICT (mobile) DO NOTHING`,
    mobile,
    `${FIRST_NAMES[lang]} ${mobile.slice(-4)}`,
    now,
  )
  const row = db.prepare('SELECT id, disabled FROM user WHERE mobile = ?').get(mobile)
  if (!row || row['disabled'] === 1) throw new BusinessError(500203)
  return Number(row['id'])
}
