import * as v from 'valibot'
import { LOCALES, type Locale } from '#api/language.ts'
import { readPlaceholders } from '#i18n/read-texts.ts'
import type { Message, SmsPurpose } from './message.ts'

/** A template that is registered at a gateway. */
interface SmsTemplate {
  purpose: SmsPurpose
  lang: Locale
  id: string
  /** Names of its parameters in order; empty for gateways with named parameters. */
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
  if (!names.every((parameter) => PARAMETERS.get(purpose)?.has(parameter))) return null
  return { purpose, lang, id, order: names }
}

/** Whether a template of codes has the parameter `code`; gateways with numbered parameters require it. */
export const hasCodeParameter = ({ purpose, order }: SmsTemplate): boolean =>
  purpose !== 'code' || order.includes('code')

/** Parses `code.zh-cn=SMS_1 code.en=SMS_2`; null for an unknown purpose, language or parameter. */
function parseTemplates(text: string): SmsTemplate[] | null {
  const templates = text.split(/\s+/).filter(Boolean).map(parseTemplate)
  const valid = templates.filter((template) => template !== null)
  return valid.length === templates.length ? valid : null
}

/** Schema of the templates of a gateway; a template of codes is required. @param example of an entry */
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
      `expected a template of codes, such as ${example}`,
    ),
  )

/** The template of a message in its language, else in another one. */
export function findTemplate(
  templates: readonly SmsTemplate[],
  { purpose, lang }: Pick<Message, 'purpose' | 'lang'>,
): SmsTemplate | undefined {
  const candidates = templates.filter((template) => template.purpose === purpose)
  return candidates.find((template) => template.lang === lang) ?? candidates[0]
}
