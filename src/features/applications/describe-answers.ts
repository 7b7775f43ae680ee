import { $transfers, transferOf } from '#stores/upload.ts'
import type { AnyForm } from '#features/forms/use-form.ts'
import type { GivenAnswer } from './Receipt.tsx'

type Format = (value: unknown) => string

/** The submitted answers in page order, without empty fields and consent checkboxes. */
export function describeAnswers(
  { labels }: Pick<AnyForm, 'labels'>,
  values: Record<string, unknown>,
  { draft, formats = {} }: { draft: string; formats?: Record<string, Format | undefined> },
): GivenAnswer[] {
  return labels.flatMap(({ name, label }) => {
    const value = values[name]
    if (value === '' || value === true || value === undefined) return []
    const file = $transfers.get()[transferOf(draft, name)]?.file
    const text = file?.name ?? formats[name]?.(value) ?? String(value)
    return [{ label, text }]
  })
}
