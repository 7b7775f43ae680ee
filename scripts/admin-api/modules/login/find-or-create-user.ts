import type { Locale } from '#api/language.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'

const TEXTS = readTexts('sign_in')

/** The nickname of a new account; it ends with the last digits of the phone number. */
export const createNickname = (lang: Locale, mobile: string): string =>
  TEXTS[lang]('sign_in:first_nickname', { digits: mobile.slice(-4) })

/** Stores the language of messages for a member whose account has none. */
export async function setMissingLanguage(
  trx: Transaction,
  userId: number,
  lang: Locale,
): Promise<void> {
  const user = trx.updateTable('user').set({ lang }).where('id', '=', userId)
  await user.where('lang', 'is', null).execute()
}

/**
 * Finds the account of a phone number, or creates it.
 * @returns the id of the user
 * @throws BusinessError 500203 for an account that staff closed
 */
export async function findOrCreateUser(
  trx: Transaction,
  { mobile, lang, now }: { mobile: string; lang: Locale; now: number },
): Promise<number> {
  const nickname = createNickname(lang, mobile)
  await trx
    .insertInto('user')
    .values({ mobile, nickname, lang, created_at: now })
    .onConflict((row) => row.column('mobile').doNothing())
    .execute()
  const user = await trx
    .selectFrom('user')
    .select(['id', 'disabled'])
    .where('mobile', '=', mobile)
    .executeTakeFirst()
  if (!user || user.disabled === 1) throw new BusinessError(500203)
  await setMissingLanguage(trx, user.id, lang)
  return user.id
}
