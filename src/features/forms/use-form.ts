import type { IslandKey, IslandTexts } from '#i18n/island-areas.ts'
import { useId, useRef, useState } from 'react'
import {
  useForm as useHookForm,
  useController,
  type Control,
  type FieldErrors,
  type Resolver,
} from 'react-hook-form'
import * as v from 'valibot'
import { describeIssue, isRequired, isBlank } from './issues.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** The schema of a form: the body schema of its API call, or a part of it. */
type FormSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>> & {
  entries: Record<string, Schema>
}
type NameOf<S extends FormSchema> = keyof v.InferInput<S> & string

/** The values of a form while it is filled in: input of the schema, or an empty value. */
type FormValues<S extends FormSchema> = {
  [Name in NameOf<S>]: v.InferInput<S>[Name] | '' | null | false
}

/** Binds a field component to its form: `<TextField {...form.field('email')} />`. */
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
  /** Overrides the messages of `issues.ts`. */
  messages?: Partial<Record<NameOf<S>, IslandKey<'form'>>>
  /** Validation across several fields, in addition to the schema. */
  rules?: (values: FormValues<S>) => Partial<Record<NameOf<S>, IslandKey<'form'>>>
}

/** Validates all values with the schema and describes the first issue of each field. */
function createResolver<S extends FormSchema>(
  schema: S,
  { t, messages = {}, rules = () => ({}) }: Pick<Options<S>, 't' | 'messages' | 'rules'>,
) {
  const overrides: Partial<Record<string, IslandKey<'form'>>> = messages
  const resolve: Resolver<Record<string, unknown>, unknown, Record<string, unknown>> = (values) => {
    const { success, issues = [], output } = v.safeParse(schema, values)
    const errors: FieldErrors = {}
    for (const { path, type } of issues) {
      const name = String(path?.[0].key)
      if (errors[name]) continue
      const key = overrides[name]
      const issue = { name, type, value: values[name], schema: schema.entries[name] }
      errors[name] = { type, message: key ? t(key) : describeIssue(issue, t) }
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
 * A react-hook-form form that is validated with a schema of the contract. Messages are in the page's
 * language; required fields are derived from the schema.
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
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const texts: Partial<Record<string, string>> = labels
  const getId = (name: string) => `${id}${name}`
  const focus = (name: string): void => document.getElementById(getId(name))?.focus()
  return {
    hook,
    summary,
    t,
    /** Why fields have rejected a file, by name: for the schema, their values are only missing. */
    faults,
    setFault: (name: string, message: string | undefined): void =>
      setFaults((current) => ({ ...current, [name]: message })),
    /** Names with labels, in the order of the page. */
    labels: Object.entries(texts).map(([name, label = '']) => ({ name, label })),
    getId,
    focus,
    /** Shows why the value of a field was refused, and focuses the field. */
    refuse(name: string, message: string): void {
      hook.setError(name, { type: 'server', message })
      focus(name)
    },
    field(name: NameOf<S>): FieldBinding {
      const field = schema.entries[name]
      return {
        name,
        id: getId(name),
        label: texts[name] ?? '',
        isRequired: field !== undefined && isRequired(field),
        // Field components accept forms of any shape.
        control: hook.control as unknown as Control,
        t,
      }
    },
    /** The current values. */
    values: () => hook.getValues() as FormValues<S>,
    set<Name extends NameOf<S>>(name: Name, value: FormValues<S>[Name]): void {
      const target: string = name
      hook.setValue(target, value, {
        shouldDirty: true,
        shouldValidate: hook.formState.isSubmitted,
      })
    },
    /** Carries the type of valid output; never read. */
    output: undefined as v.InferOutput<S> | undefined,
  }
}

/** A form of any schema with this output. */
export interface AnyForm<Output = unknown> extends Pick<
  ReturnType<typeof useForm<FormSchema>>,
  'hook' | 'summary' | 't' | 'faults' | 'labels' | 'getId' | 'focus' | 'refuse'
> {
  output: Output | undefined
}

/** State of a field. Before the first submission, an empty field shows no error. */
export function useField({ name, id, control }: FieldBinding) {
  const { field, fieldState, formState } = useController({ name, control })
  const value: unknown = field.value
  const isShown = formState.isSubmitted || !isBlank(value) || fieldState.error?.type === 'server'
  const error = isShown ? fieldState.error?.message : undefined
  return {
    value,
    set: (next: unknown): void => field.onChange(next),
    error,
    /** Attributes of the control, which refer to its hint and error. */
    attributes: {
      id,
      name,
      ref: field.ref,
      onBlur: field.onBlur,
      'aria-describedby': `${id}-notes`,
      'aria-invalid': error !== undefined,
    },
  }
}
