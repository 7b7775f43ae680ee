import { $transfers, transferKey } from '#stores/upload.ts'
import type { AnyForm } from '#features/forms/use-form.ts'
import type { SubmittedAnswer } from './Receipt.tsx'

type Format = (value: unknown) => string

/** The submitted answers in page order, without empty fields and consent checkboxes. */
export function describeAnswers(
  { labels }: Pick<AnyForm, 'labels'>,
  values: Record<string, unknown>,
  { draft, formats = {} }: { draft: string; formats?: Record<string, Format | undefined> },
): SubmittedAnswer[] {
  return labels.flatMap(({ name, label }) => {
    const value = values[name]
    if (value === '' || value === true || value === undefined) return []
    const file = $transfers.get()[transferKey(draft, name)]?.file
    const text = file?.name ?? formats[name]?.(value) ?? String(value)
    return [{ label, text }]
  })
}
