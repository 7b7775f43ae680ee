import * as v from 'valibot'

type ReadVariable = (name: string) => unknown

/** Condition: a setting with a list of names, such as PAYMENT_PROVIDER, contains a provider. */
export const isListed =
  (setting: string, provider: string) =>
  (read: ReadVariable): boolean => {
    const names = read(setting)
    return Array.isArray(names) && names.includes(provider)
  }

/** Condition: at least one of the variables is set, which makes the others required. */
export const isAnySet =
  (names: readonly string[]) =>
  (read: ReadVariable): boolean =>
    names.some((name) => read(name) !== undefined)

/** Variables that a provider requires. */
export interface RequiredSettings {
  /** Whether the provider is used. */
  isUsed: (read: ReadVariable) => boolean
  /** Error messages for missing variables, by the name of the variable. */
  required: Readonly<Record<string, string>>
}

/** Reports all missing variables of several providers, one issue each. */
export const requireAllSettings = <Input extends object>(rules: readonly RequiredSettings[]) =>
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

/** Reports all missing variables of a provider. */
export const requireSettings = <Input extends object>(
  isUsed: RequiredSettings['isUsed'],
  required: RequiredSettings['required'],
) => requireAllSettings<Input>([{ isUsed, required }])
