// Spacing utility classes: `mt-24` is a top margin of 24rem, `px-40` an inline padding of 40rem. Any
// whole number of rem up to 350 is valid; only classes in use are shipped.

const MAX_STEP = 350

const SIDES: Record<string, readonly string[]> = {
  '': [''],
  t: ['-top'],
  r: ['-right'],
  b: ['-bottom'],
  l: ['-left'],
  x: ['-inline'],
  y: ['-block'],
}

/** Writes the rule of a spacing class; null for other names. */
export function writeRule(name: string): string | null {
  const [, kind, side = '', step = ''] = /^(m|p)([trblxy]?)-([1-9]\d{0,2})$/.exec(name) ?? []
  if (kind === undefined || Number(step) > MAX_STEP) return null
  const property = kind === 'm' ? 'margin' : 'padding'
  const lines = (SIDES[side] ?? []).map((part) => `    ${property}${part}: ${step}rem;`)
  return [`  .${name} {`, ...lines, '  }'].join('\n')
}

/** Finds the spacing classes in class attributes. */
export function findSpacing(sources: Iterable<string>): string[] {
  const names = [...sources].flatMap((source) =>
    [...source.matchAll(/\bclass(?:Name)?="([^"]*)"/g)].flatMap(([, list = '']) =>
      list.split(/\s+/),
    ),
  )
  return [...new Set(names)].filter((name) => writeRule(name) !== null).toSorted()
}

/** Writes the style sheet of the spacing classes in use. */
export function writeSpacing(names: readonly string[]): string {
  const rules = names.map(writeRule).filter((rule) => rule !== null)
  return `/* Written by scripts/checks/check-spacing.ts --write: the spacing classes in use. */
@layer spacing {
${rules.join('\n\n')}
}
`
}
