import type { IslandKey, IslandTexts } from '#i18n/island-areas.ts'
import { useId, useRef, useState } from 'react'
import {
  useForm as useHookForm,
  type Control,
  type FieldErrors,
  type Resolver,
} from 'react-hook-form'
import * as v from 'valibot'
import { describeFault, isRequired } from './issues.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** The schema of a form: that of the call it makes, or a part of it. */
export type FormSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>> & {
  entries: Record<string, Schema>
}
type NameOf<S extends FormSchema> = keyof v.InferInput<S> & string

/** What a form holds while it is filled in: what the call takes, or a field left alone. */
export type FormValues<S extends FormSchema> = {
  [Name in NameOf<S>]: v.InferInput<S>[Name] | '' | null | false
}

/** Ties a field of the kit to its form: `<TextField {...form.field('email')} />`. */
export interface FieldBinding {
  name: string
  id: string
  label: string
  isRequired: boolean
  control: Control
  t: IslandTexts<'form'>
}

interface Options<S extends FormSchema> {
  defaults: FormValues<S>
  /** Labels in the order of the page; fields without one are not shown. */
  labels: Partial<Record<NameOf<S>, string>>
  t: IslandTexts<'form'>
  /** Messages that differ from those of other forms. */
  messages?: Partial<Record<NameOf<S>, IslandKey<'form'>>>
  /** Rules beyond the contract, over several fields. */
  rules?: (values: FormValues<S>) => Partial<Record<NameOf<S>, IslandKey<'form'>>>
}

/** Checks by the schema, whole, and says the first fault of each field in the reader's language. */
function createResolver<S extends FormSchema>(
  schema: S,
  { t, messages = {}, rules = () => ({}) }: Pick<Options<S>, 't' | 'messages' | 'rules'>,
) {
  const own: Partial<Record<string, IslandKey<'form'>>> = messages
  const resolve: Resolver<Record<string, unknown>, unknown, Record<string, unknown>> = (values) => {
    const { success, issues = [], output } = v.safeParse(schema, values)
    const errors: FieldErrors = {}
    for (const { path, type } of issues) {
      const name = String(path?.[0].key)
      if (errors[name]) continue
      const key = own[name]
      const fault = { name, type, value: values[name], schema: schema.entries[name] }
      errors[name] = { type, message: key ? t(key) : describeFault(fault, t) }
    }
    for (const [name, key] of Object.entries<IslandKey<'form'> | undefined>(
      rules(values as FormValues<S>),
    )) {
      if (key) errors[name] = { type: 'rule', message: t(key) }
    }
    return success && Object.keys(errors).length === 0
      ? { values: output, errors: {} }
      : { values: {}, errors }
  }
  return resolve
}

/**
 * A form on a schema of the contract: react-hook-form checks by it, messages come in the reader's
 * language, and required fields are those that the schema demands.
 */
export function useForm<S extends FormSchema>(schema: S, options: Options<S>) {
  const { defaults, labels, t } = options
  const id = useId()
  const summary = useRef<HTMLDivElement>(null)
  const [resolver] = useState(() => createResolver(schema, options))
  const hook = useHookForm<Record<string, unknown>, unknown, Record<string, unknown>>({
    defaultValues: defaults,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const texts: Partial<Record<string, string>> = labels
  return {
    hook,
    summary,
    t,
    /** Names with labels, in the order of the page. */
    labels: Object.entries(texts).map(([name, label = '']) => ({ name, label })),
    idOf: (name: string) => `${id}${name}`,
    field(name: NameOf<S>): FieldBinding {
      const field = schema.entries[name]
      return {
        name,
        id: `${id}${name}`,
        label: texts[name] ?? '',
        isRequired: field !== undefined && isRequired(field),
        // The fields of the kit know forms of any shape.
        control: hook.control as unknown as Control,
        t,
      }
    },
    /** What stands in the form now. */
    values: () => hook.getValues() as FormValues<S>,
    set<Name extends NameOf<S>>(name: Name, value: FormValues<S>[Name]): void {
      const target: string = name
      hook.setValue(target, value, {
        shouldDirty: true,
        shouldValidate: hook.formState.isSubmitted,
      })
    },
    /** Type of what a valid form gives; never read. */
    output: undefined as v.InferOutput<S> | undefined,
  }
}

/** A form of any schema. */
export interface AnyForm extends Pick<
  ReturnType<typeof useForm<FormSchema>>,
  'hook' | 'summary' | 't' | 'labels' | 'idOf'
> {
  output: unknown
}
