import { formatMonth, formatYear } from './format.ts'
import { LOCALE_TRAITS, type Locale } from './locales.ts'

/**
 * `May 2027` in English, `2027 年五月` in Chinese. Separate from `format.ts`, which every island loads.
 * @param time ISO 8601
 */
export function formatMonthOfYear(time: string, locale: Locale): string {
  const [month, year] = [formatMonth(time, locale), formatYear(time)]
  return LOCALE_TRAITS[locale].dates === 'written' ? `${month} ${year}` : `${year} 年${month}`
}
