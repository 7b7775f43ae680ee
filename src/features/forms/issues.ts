import type { IslandKey, IslandTexts } from '#i18n/island-areas.ts'
import * as v from 'valibot'
import { MAX_WORDS } from '#api/words.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** What a fault of a schema comes down to: the field, what is wrong, and what stands there. */
export interface Fault {
  name: string
  /** Type of the valibot issue: `email`, `max_length`, `picklist` … */
  type: string
  value: unknown
  /** Schema of the field. */
  schema: Schema | undefined
}

/** Values of a field that was left alone: nothing, no word, no choice, no tick. */
export const isBlank = (value: unknown): boolean =>
  (value ?? false) === false || String(value).trim() === ''

/** Whether a field must be filled in: its schema takes nothing that a field left alone holds. */
export function isRequired(schema: Schema): boolean {
  return ['', null, undefined, false, []].every((blank) => !v.is(schema, blank))
}

const CHOICES = new Set(['picklist', 'array', 'boolean', 'literal'])

/** What a faulty value of these fields is called; the specification words the first three. */
const BY_NAME: Record<string, IslandKey<'form'>> = {
  email: 'forms:email_format',
  mobile: 'forms:mobile_format',
  code: 'forms:code_format',
  age: 'forms:age_format',
  birthday: 'forms:date_format',
  tax_number: 'forms:tax_number_format',
}

const BY_TYPE: Record<string, IslandKey<'form'>> = {
  max_length: 'forms:too_long',
  number: 'forms:number_format',
  iso_date: 'forms:date_format',
}

function keyOfBlank({ name, schema }: Fault): IslandKey<'form'> {
  if (name === 'agreed') return 'forms:please_agree'
  if (name.endsWith('_upload_id')) return 'forms:please_upload'
  if (name === 'birthday' || CHOICES.has(schema?.type ?? '')) return 'forms:please_select'
  return 'forms:please_input'
}

/** The message of a fault: field and kind of fault decide. */
function keyOfFault(fault: Fault): IslandKey<'form'> {
  const { name, type, value, schema } = fault
  if (isBlank(value)) return keyOfBlank(fault)
  if (type === 'check' && schema?.type === 'string' && BY_NAME[name] === undefined) {
    return 'forms:too_many_words'
  }
  return BY_NAME[name] ?? BY_TYPE[type] ?? 'forms:not_valid'
}

/** The text of a fault in the reader's language. */
export const describeFault = (fault: Fault, t: IslandTexts<'form'>): string =>
  t(keyOfFault(fault), { max: MAX_WORDS })
