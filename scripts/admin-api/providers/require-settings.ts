import * as v from 'valibot'

type ReadVariable = (name: string) => unknown

/** The condition that a setting which lists names, such as PAYMENT_PROVIDER, names a provider. */
export const isListed =
  (setting: string, provider: string) =>
  (read: ReadVariable): boolean => {
    const names = read(setting)
    return Array.isArray(names) && names.includes(provider)
  }

/** The condition that one of some variables is set: then the others are needed as well. */
export const isAnySet =
  (names: readonly string[]) =>
  (read: ReadVariable): boolean =>
    names.some((name) => read(name) !== undefined)

/** Variables that a provider needs. */
export interface NeededSettings {
  /** Whether the provider is used. */
  isNeeded: (read: ReadVariable) => boolean
  /** What is expected of each variable, by its name. */
  required: Readonly<Record<string, string>>
}

/** Names every missing variable of some providers, one fault each. */
export const requireAllSettings = <Input extends object>(rules: readonly NeededSettings[]) =>
  v.rawCheck<Input>(({ dataset, addIssue }) => {
    const input: unknown = dataset.value
    if (!(input instanceof Object)) return
    const read = (name: string): unknown => Reflect.get(input, name)
    for (const { required } of rules.filter(({ isNeeded }) => isNeeded(read))) {
      for (const [key, message] of Object.entries(required)) {
        const value = read(key)
        if (value !== undefined) continue
        const path = { type: 'unknown', origin: 'value', input, key, value } as const
        addIssue({ message, path: [path] })
      }
    }
  })

/** Names every missing variable of one provider. */
export const requireSettings = <Input extends object>(
  isNeeded: NeededSettings['isNeeded'],
  required: NeededSettings['required'],
) => requireAllSettings<Input>([{ isNeeded, required }])
