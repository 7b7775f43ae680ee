import * as v from 'valibot'
import { LOCALES, type Locale } from '#api/language.ts'
import { readPlaceholders } from '#i18n/read-texts.ts'
import type { Message, SmsPurpose } from './message.ts'

/** A template that is registered at a gateway. */
export interface SmsTemplate {
  purpose: SmsPurpose
  lang: Locale
  id: string
  /** Names of its parameters in their order; empty where the gateway knows them by name. */
  order: readonly string[]
}

/** The parameters of each purpose. */
const PARAMETERS = readPlaceholders('sms')

const isPurpose = (name: string): name is SmsPurpose => PARAMETERS.has(name)

export const SMS_PURPOSES: readonly SmsPurpose[] = [...PARAMETERS.keys()].filter(isPurpose)

const ENTRY = /^(?<purpose>\w+)\.(?<lang>[a-z-]+)=(?<id>\w{3,40})(?::(?<order>[\w,]+))?$/

function parseTemplate(entry: string): SmsTemplate | null {
  const { purpose = '', lang: name, id = '', order = '' } = ENTRY.exec(entry)?.groups ?? {}
  const lang = LOCALES.find((locale) => locale === name)
  if (!isPurpose(purpose) || lang === undefined) return null
  const names = order.split(',').filter(Boolean)
  if (!names.every((one) => PARAMETERS.get(purpose)?.has(one))) return null
  return { purpose, lang, id, order: names }
}

/** Whether an entry of codes names the code, without which a gateway that numbers parameters refuses each message. */
export const namesCode = ({ purpose, order }: SmsTemplate): boolean =>
  purpose !== 'code' || order.includes('code')

/** Reads `code.zh-cn=SMS_1 code.en=SMS_2`; null for an unknown purpose, language or parameter. */
function parseTemplates(text: string): SmsTemplate[] | null {
  const templates = text.split(/\s+/).filter(Boolean).map(parseTemplate)
  const found = templates.filter((template) => template !== null)
  return found.length === templates.length ? found : null
}

/** Templates of a gateway, at least that of codes. @param example of its entry */
export const createTemplatesSchema = (example: string) =>
  v.pipe(
    v.string(),
    v.transform(parseTemplates),
    v.custom<SmsTemplate[]>(
      (templates) => templates !== null,
      `expected entries like ${example}, separated by spaces, of ${[...PARAMETERS.keys()].join(', ')}`,
    ),
    v.check(
      (templates) => templates.some(({ purpose }) => purpose === 'code'),
      `expected the template of codes, such as ${example}`,
    ),
  )

/** The template of a message in its language, else in another one. */
export function findTemplate(
  templates: readonly SmsTemplate[],
  { purpose, lang }: Pick<Message, 'purpose' | 'lang'>,
): SmsTemplate | undefined {
  const those = templates.filter((template) => template.purpose === purpose)
  return those.find((template) => template.lang === lang) ?? those[0]
}
