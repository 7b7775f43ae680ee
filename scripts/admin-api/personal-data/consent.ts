import type { Locale } from '#api/language.ts'
import type { Transaction } from '../db/open.ts'
import { loadPage } from '../modules/read/texts.ts'

const FILES = '/files/'

/**
 * Records to which version of the agreement and the policy a member agreed in their language. A version that
 * they agreed to before keeps its time. Call inside a transaction.
 */
export async function recordConsent(
  trx: Transaction,
  { userId, lang, now }: { userId: number; lang: Locale; now: number },
): Promise<void> {
  const { site } = await loadPage(trx, 'site', lang)
  const names = {
    user_agreement: site.user_agreement_file.replace(FILES, ''),
    privacy_policy: site.privacy_policy_file.replace(FILES, ''),
  }
  const files = await trx
    .selectFrom('legal_file')
    .select(['name', 'hash'])
    .where('name', 'in', Object.values(names))
    .execute()
  for (const document of ['user_agreement', 'privacy_policy'] as const) {
    const file = files.find(({ name }) => name === names[document])
    // Content that was never imported has no texts.
    if (!file) continue
    await trx
      .insertInto('consent')
      .values({ user_id: userId, document, ...file, agreed_at: now })
      .onConflict((row) => row.columns(['user_id', 'document', 'hash']).doNothing())
      .execute()
  }
}
