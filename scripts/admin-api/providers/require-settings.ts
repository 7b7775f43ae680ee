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

/**
 * Names every missing variable of a provider, one fault each.
 * @param isNeeded whether the provider is used
 * @param required what is expected of each variable, by its name
 */
export const requireSettings = <Input extends object>(
  isNeeded: (read: ReadVariable) => boolean,
  required: Readonly<Record<string, string>>,
) =>
  v.rawCheck<Input>(({ dataset, addIssue }) => {
    const input: unknown = dataset.value
    if (!(input instanceof Object)) return
    const read = (name: string): unknown => Reflect.get(input, name)
    if (!isNeeded(read)) return
    for (const [key, message] of Object.entries(required)) {
      const value = read(key)
      if (value !== undefined) continue
      const path = { type: 'unknown', origin: 'value', input, key, value } as const
      addIssue({ message, path: [path] })
    }
  })
