// Utility classes of spacing: `mt-24` is a margin of 24rem above, `px-40` a padding of 40rem at both
// sides. Any whole number of rem up to 350 can be written; only those in use are shipped.

const LARGEST = 350

const SIDES: Record<string, readonly string[]> = {
  '': [''],
  t: ['-top'],
  r: ['-right'],
  b: ['-bottom'],
  l: ['-left'],
  x: ['-inline'],
  y: ['-block'],
}

/** The rule of a spacing class; null for a name that is none. */
export function writeRule(name: string): string | null {
  const [, kind, side = '', step = ''] = /^(m|p)([trblxy]?)-([1-9]\d{0,2})$/.exec(name) ?? []
  if (kind === undefined || Number(step) > LARGEST) return null
  const property = kind === 'm' ? 'margin' : 'padding'
  const lines = (SIDES[side] ?? []).map((part) => `    ${property}${part}: ${step}rem;`)
  return [`  .${name} {`, ...lines, '  }'].join('\n')
}

/** The spacing classes that sources name in their class attributes. */
export function findSpacing(sources: Iterable<string>): string[] {
  const names = [...sources].flatMap((source) =>
    [...source.matchAll(/\bclass(?:Name)?="([^"]*)"/g)].flatMap(([, list = '']) =>
      list.split(/\s+/),
    ),
  )
  return [...new Set(names)].filter((name) => writeRule(name) !== null).toSorted()
}

/** The style sheet of the spacing classes that are in use. */
export function writeSpacing(names: readonly string[]): string {
  const rules = names.map(writeRule).filter((rule) => rule !== null)
  return `/* Written by scripts/checks/check-spacing.ts --write: the spacing classes in use. */
@layer spacing {
${rules.join('\n\n')}
}
`
}
