import * as v from 'valibot'

/** Whether the setting PAYMENT_PROVIDER, read as a list of names, names a provider. */
function isNamed(input: object, provider: string): boolean {
  const names: unknown = Reflect.get(input, 'PAYMENT_PROVIDER')
  return Array.isArray(names) && names.includes(provider)
}

/**
 * Names every variable that a provider of `PAYMENT_PROVIDER` lacks.
 * @param required what is expected of each variable, by its name
 */
export const requireSettings = <Input extends object>(
  provider: string,
  required: Readonly<Record<string, string>>,
) =>
  v.rawCheck<Input>(({ dataset, addIssue }) => {
    const input: unknown = dataset.value
    if (!(input instanceof Object) || !isNamed(input, provider)) return
    for (const [key, message] of Object.entries(required)) {
      const value: unknown = Reflect.get(input, key)
      if (value !== undefined) continue
      const path = { type: 'unknown', origin: 'value', input, key, value } as const
      addIssue({ message, path: [path] })
    }
  })
