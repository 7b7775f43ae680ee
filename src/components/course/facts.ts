import type { CourseContent } from '#content/courses.ts'
import { formatPrice } from '#i18n/format.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'

/** Lists the key facts of a course for the head of its page. */
export function listFacts(course: CourseContent, locale: Locale, t: Translate) {
  const { level, hours, price_fen, member_price_fen, teachers } = course
  const names = teachers.map(({ name }) => name).join(LOCALE_TRAITS[locale].separators.list)
  const member = member_price_fen === 0 ? t('common:free') : formatPrice(member_price_fen)
  return [
    { label: t('course:level'), value: t(`course:level_${level}`), numeral: false },
    { label: t('course:hours'), value: String(hours), numeral: true },
    ...(names ? [{ label: t('course:teacher'), value: names, numeral: false }] : []),
    { label: t('course:price'), value: formatPrice(price_fen), numeral: true },
    { label: t('course:for_members'), value: member, numeral: member_price_fen > 0 },
  ]
}
