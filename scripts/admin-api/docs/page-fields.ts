import { html } from 'hono/html'
import { describeLimits, describeType } from './describe-type.ts'
import type { Word } from './describe-type.ts'
import { listFields } from './parameters.ts'
import type { Field } from './parameters.ts'
import type { JsonSchema } from './json-schema.ts'

export type Html = ReturnType<typeof html>
export const NOTHING = ''

/** A sentence whose `quoted` parts are code. */
export function renderProse(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))
}

function renderWord(word: Word): Html | string {
  return 'name' in word ? html`<a href="#type-${word.name}">${word.name}</a>` : word.text
}

function renderObjects(objects: JsonSchema[]): Html | string {
  if (objects.length <= 1)
    return objects.map((object) => renderFields(listFields(object))).at(0) ?? NOTHING
  return html`<ul class="variants">
    ${objects.map((object) => html`<li>${renderFields(listFields(object))}</li>`)}
  </ul>`
}

/** The type of a value on one line. */
export function renderTypeName(schema: JsonSchema): Html {
  return html`${describeType(schema).words.map(renderWord)}`
}

/** The type of a value on one line, and below it the fields of objects written out in place. */
export function renderType(schema: JsonSchema): Html {
  const { objects } = describeType(schema)
  const limits = describeLimits(schema)
  return html`<span class="type">${renderTypeName(schema)}</span
    >${limits && html` <span class="note">${renderProse(limits)}</span>`}${renderObjects(objects)}`
}

function renderField({ name, required, schema }: Field): Html {
  return html`<li>
    <code>${name}</code>${required ? NOTHING : html` <span class="optional">optional</span>`}
    ${renderType(schema)}
  </li>`
}

/** Fields as an indented tree. */
export function renderFields(fields: Field[]): Html {
  return html`<ul class="fields">
    ${fields.map(renderField)}
  </ul>`
}
