import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import enCommon from '#messages/en/common.json'
import enErrors from '#messages/en/errors.json'
import enSearch from '#messages/en/search.json'
import zhCommon from '#messages/zh-cn/common.json'
import zhErrors from '#messages/zh-cn/errors.json'
import zhSearch from '#messages/zh-cn/search.json'
import { pickLoadErrors } from '#islands/ui/load-errors.ts'

// Pages hand the messages of their language to the islands: browsers carry one language, not two.

const pickShared = (common: typeof zhCommon, errors: typeof zhErrors) => ({
  common: {
    pages: common.pages,
    previous_page: common.previous_page,
    next_page: common.next_page,
  },
  errors: pickLoadErrors(errors),
})

const MESSAGES = {
  'zh-cn': { search: zhSearch, ...pickShared(zhCommon, zhErrors) },
  en: { search: enSearch, ...pickShared(enCommon, enErrors) },
}

export type SearchMessages = (typeof MESSAGES)['zh-cn']
export type SearchTexts = Texts<SearchMessages>

/** What the search islands say in a language. */
export const getSearchMessages = (locale: Locale): SearchMessages => MESSAGES[locale]
