import * as v from 'valibot'

// The colours of a site. All are optional; missing ones are mixed from the four basic colours, so that a
// blue site has no brown lines.

const ColourSchema = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour such as #15110e'),
  v.transform((colour) => colour.toLowerCase()),
)

/** All colours, with the values of the demo site. */
export const DEFAULT_THEME = {
  /** Dark backgrounds, and text on paper. */
  ink: '#15110e',
  /** The background of pages, and text on ink. */
  paper: '#f7f2e8',
  /** The brand colour: buttons, marks, the seal. */
  accent: '#a92b1b',
  /** Fine lines and small signs, mostly on ink. */
  highlight: '#b8935a',
  paper_deep: '#ede5d6',
  card: '#fdf9ef',
  accent_deep: '#8f2214',
  accent_on_ink: '#e4573d',
  highlight_deep: '#7d5f2e',
  muted: '#645b51',
  muted_on_ink: '#b9afa2',
  hairline: '#d8cebd',
  hairline_on_ink: '#3a332c',
} as const

export type ThemeColour = keyof typeof DEFAULT_THEME
export type Theme = Record<ThemeColour, string>

export type Channels = readonly [red: number, green: number, blue: number]

/** Red, green and blue of a colour, 0 to 255. */
export function readChannels(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Mixes two colours. @param part share of the second colour, 0 to 1 */
export function mixColours(first: string, second: string, part: number): string {
  const other = readChannels(second)
  const mixed = readChannels(first).map((channel, index) =>
    Math.round(channel + ((other[index] ?? channel) - channel) * part),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Relative luminance of a colour, 0 to 1.
 * @param channels red, green and blue, 0 to 255
 * @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export function measureLuminance(channels: Channels): number {
  const [red, green, blue] = channels
  const linear = (channel: number) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast of two luminances, 1 to 21. @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const compareLuminances = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** Contrast of two colours, 1 to 21. */
export const measureContrast = (first: string, second: string): number =>
  compareLuminances(measureLuminance(readChannels(first)), measureLuminance(readChannels(second)))

/** WCAG 2.2 AA: text, and large text or parts of controls. */
const TEXT = 4.5
const LARGE = 3

/** The pairs of foreground and background that pages use, with their minimum contrast. */
const PAIRS: readonly (readonly [text: ThemeColour, ground: ThemeColour, minimum: number])[] = [
  ['paper', 'ink', TEXT],
  ['ink', 'paper_deep', TEXT],
  ['ink', 'card', TEXT],
  ['paper', 'accent', TEXT],
  ['paper', 'accent_deep', TEXT],
  ['accent', 'paper', TEXT],
  ['accent', 'card', TEXT],
  ['accent_on_ink', 'ink', TEXT],
  ['highlight', 'ink', TEXT],
  ['highlight_deep', 'paper', TEXT],
  ['highlight_deep', 'card', TEXT],
  ['muted', 'paper', TEXT],
  ['muted', 'card', TEXT],
  ['muted', 'paper_deep', TEXT],
  ['muted_on_ink', 'ink', TEXT],
  ['accent', 'paper_deep', LARGE],
]

/** Picks the first mix with sufficient contrast on every background; the last if there is none. */
function findReadableMix(from: string, to: string, grounds: readonly string[]): string {
  const mixes = Array.from({ length: 21 }, (_, step) => mixColours(from, to, step / 20))
  const isReadable = (colour: string) =>
    grounds.every((ground) => measureContrast(colour, ground) >= TEXT)
  return mixes.find(isReadable) ?? to
}

type PartialTheme = { [K in ThemeColour]?: string | undefined }

/** Completes a theme by mixing missing colours; an empty theme gets the defaults. */
export function completeTheme(theme: PartialTheme): Theme {
  if (Object.values(theme).every((colour) => colour === undefined)) return DEFAULT_THEME
  const { ink, paper, accent, highlight } = { ...DEFAULT_THEME, ...omitUndefined(theme) }
  const paper_deep = theme.paper_deep ?? mixColours(paper, ink, 0.07)
  const card = theme.card ?? mixColours(paper, '#ffffff', 0.5)
  return {
    paper_deep,
    card,
    accent_deep: mixColours(accent, ink, 0.2),
    accent_on_ink: findReadableMix(accent, paper, [ink]),
    highlight_deep: findReadableMix(highlight, ink, [paper, card]),
    muted: findReadableMix(mixColours(ink, paper, 0.4), ink, [paper, card, paper_deep]),
    muted_on_ink: findReadableMix(mixColours(paper, ink, 0.3), paper, [ink]),
    hairline: mixColours(paper, ink, 0.16),
    hairline_on_ink: mixColours(ink, paper, 0.16),
    ...omitUndefined(theme),
    ink,
    paper,
    accent,
    highlight,
  }
}

const omitUndefined = (theme: PartialTheme): Partial<Theme> =>
  Object.fromEntries(Object.entries(theme).filter(([, colour]) => colour !== undefined))

/** The colours that others are mixed from, most influential first. */
const SOURCES: { [K in ThemeColour]?: readonly ThemeColour[] } = {
  paper_deep: ['paper', 'ink'],
  card: ['paper'],
  accent_deep: ['accent', 'ink'],
  accent_on_ink: ['accent', 'paper'],
  highlight_deep: ['highlight', 'ink'],
  muted: ['ink', 'paper'],
  muted_on_ink: ['paper', 'ink'],
}
const BACKGROUNDS: ReadonlySet<ThemeColour> = new Set(['ink', 'paper'])

/** Finds the colour of the theme that causes insufficient contrast, preferring foregrounds. */
function findCause(theme: PartialTheme, text: ThemeColour, ground: ThemeColour): ThemeColour {
  const involved = [text, ground, ...(SOURCES[text] ?? []), ...(SOURCES[ground] ?? [])]
  const named = involved.filter((colour) => theme[colour] !== undefined)
  return named.find((colour) => !BACKGROUNDS.has(colour)) ?? named[0] ?? text
}

/**
 * Finds insufficient contrast, the worst pair of each colour of the theme:
 * `accent on paper: contrast 2.9, at least 4.5 is needed`.
 */
export function findContrastFaults(
  partial: PartialTheme,
): { field: ThemeColour; message: string }[] {
  const theme = completeTheme(partial)
  const worst = new Map<ThemeColour, { part: number; message: string }>()
  for (const [text, ground, minimum] of PAIRS) {
    const contrast = measureContrast(theme[text], theme[ground])
    const field = findCause(partial, text, ground)
    const part = contrast / minimum
    if (part >= (worst.get(field)?.part ?? 1)) continue
    const rounded = (Math.floor(contrast * 10) / 10).toFixed(1)
    const pair = `${text} (${theme[text]}) on ${ground} (${theme[ground]})`
    const message = `${pair}: contrast ${rounded}, at least ${minimum} is needed`
    worst.set(field, { part, message })
  }
  return [...worst].map(([field, { message }]) => ({ field, message }))
}

const COLOURS = Object.keys(DEFAULT_THEME) as ThemeColour[]

/** Schema of a theme; rejects colours with insufficient contrast. */
export const ThemeSchema = v.pipe(
  v.strictObject(v.entriesFromList(COLOURS, v.optional(ColourSchema))),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { field, message } of findContrastFaults(dataset.value)) {
      addIssue({
        message,
        path: [
          {
            type: 'object',
            origin: 'value',
            input: dataset.value,
            key: field,
            value: dataset.value[field],
          },
        ],
      })
    }
  }),
  v.description('Colours as #rrggbb; missing ones are mixed from ink, paper, accent, highlight'),
)
