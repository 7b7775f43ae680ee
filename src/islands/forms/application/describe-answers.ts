import { $transfers, transferOf } from '#stores/upload.ts'
import type { AnyForm } from '../use-form.ts'
import type { GivenAnswer } from './Receipt.tsx'

type Format = (value: unknown) => string

/** The sent answers in the order of the page; what was left empty and mere ticks are left out. */
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
