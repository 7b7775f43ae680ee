import type { IslandKey, IslandTexts } from '#i18n/island-areas.ts'
import * as v from 'valibot'
import { MAX_WORDS } from '#api/words.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** A validation issue of a field. */
export interface FieldIssue {
  name: string
  /** Type of the valibot issue: `email`, `max_length`, `picklist` … */
  type: string
  value: unknown
  /** Schema of the field. */
  schema: Schema | undefined
}

/** Whether a field is empty: no value, only whitespace, no choice, or an unticked checkbox. */
export const isBlank = (value: unknown): boolean =>
  (value ?? false) === false || String(value).trim() === ''

/** Whether a field is required: its schema rejects every empty value. */
export function isRequired(schema: Schema): boolean {
  return ['', null, undefined, false, []].every((blank) => !v.is(schema, blank))
}

const CHOICES = new Set(['picklist', 'array', 'boolean', 'literal'])

/** Messages for invalid values by field name; the specification words the first three. */
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

function getBlankKey({ name, schema }: FieldIssue): IslandKey<'form'> {
  if (name === 'agreed') return 'forms:please_agree'
  if (name.endsWith('_upload_id')) return 'forms:please_upload'
  if (name === 'birthday' || CHOICES.has(schema?.type ?? '')) return 'forms:please_select'
  return 'forms:please_input'
}

/** Chooses the message by field and type of issue. */
function getIssueKey(issue: FieldIssue): IslandKey<'form'> {
  const { name, type, value, schema } = issue
  if (isBlank(value)) return getBlankKey(issue)
  if (type === 'check' && schema?.type === 'string' && BY_NAME[name] === undefined) {
    return 'forms:too_many_words'
  }
  return BY_NAME[name] ?? BY_TYPE[type] ?? 'forms:not_valid'
}

/** The message for an issue in the page's language. */
export const describeIssue = (issue: FieldIssue, t: IslandTexts<'form'>): string =>
  t(getIssueKey(issue), { max: MAX_WORDS })
