import * as v from 'valibot'

/** The values of a provider's variables, and the public address of the site. */
export type SettingValues<Settings extends v.ObjectEntries> = v.InferOutput<
  v.ObjectSchema<Settings, undefined>
> & { SITE_URL?: string | undefined }

type ReadVariable = (name: string) => unknown

/** Variables that a provider requires. */
export interface RequiredSettings {
  /** Whether the provider is used. */
  isUsed: (read: ReadVariable) => boolean
  /** Error messages for missing variables, by the name of the variable. */
  required: Readonly<Record<string, string>>
}
type Variables = RequiredSettings['required']

/** Requires variables if a setting with a list of names, such as PAYMENT_PROVIDER, contains a provider. */
export const requireListed = (
  setting: string,
  provider: string,
  required: Variables,
): RequiredSettings => ({
  isUsed: (read) => {
    const names = read(setting)
    return Array.isArray(names) && names.includes(provider)
  },
  required,
})

/** Requires all variables of a group, and others with them, if one of the group is set. */
export const requireTogether = (group: Variables, others: Variables = {}): RequiredSettings => ({
  isUsed: (read) => Object.keys(group).some((name) => read(name) !== undefined),
  required: { ...group, ...others },
})

/** Whether all required variables are set. */
export const hasRequired = <Values extends object, Name extends keyof Values>(
  values: Values,
  required: Readonly<Record<Name, string>>,
): values is Values & { [Key in Name]-?: NonNullable<Values[Key]> } =>
  Object.keys(required).every((name) => Reflect.get(values, name) !== undefined)

/** Reports all missing variables of several providers, one issue each. */
export const requireSettings = <Input extends object>(rules: readonly RequiredSettings[]) =>
  v.rawCheck<Input>(({ dataset, addIssue }) => {
    const input: unknown = dataset.value
    if (!(input instanceof Object)) return
    const read = (name: string): unknown => Reflect.get(input, name)
    for (const { required } of rules.filter(({ isUsed }) => isUsed(read))) {
      for (const [key, message] of Object.entries(required)) {
        const value = read(key)
        if (value !== undefined) continue
        const path = { type: 'unknown', origin: 'value', input, key, value } as const
        addIssue({ message, path: [path] })
      }
    }
  })
