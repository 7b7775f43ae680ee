import sharp from 'sharp'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import type { Theme } from '#api/theme.ts'
import { breakLines, truncateLines } from './break-lines.ts'
import { drawSeal } from './draw-seal.ts'
import { drawText, measureText, type TextStyle } from './set-text.ts'

/** The text of a share card, whose design follows the header of detail pages. */
export interface CardText {
  locale: Locale
  /** The kind of item: a small line above the title. */
  kicker: string
  title: string
  /** Language of the title; that of the original if there is no translation. */
  titleLocale: Locale
  /** The line below the title. */
  subtitle: string
  /** Dates and prices, each set in numerals. */
  facts: string[]
  organization: string
  /** One to four characters; null for a site without a seal. */
  seal: string | null
  colours: CardColours
}

type CardColours = Pick<Theme, 'ink' | 'paper' | 'accent' | 'highlight' | 'muted_on_ink'>

export const CARD = { width: 1200, height: 630 } as const

const MARGIN = 64
const ART = { x: 640, width: CARD.width - 640 }
const MEASURE = ART.x - MARGIN - 40
/** Leaves space for the kicker and the name of the organisation above the title. */
const MIN_TITLE_TOP = 202
const BASE = CARD.height - MARGIN
const SEAL_SIZE = 56

/** Title sizes in order of preference; the first that fits is used. */
const TITLES = {
  han: {
    face: 'heavy',
    leading: 1.16,
    rise: 0.9,
    gap: 34,
    tracking: 0.02,
    trials: [
      { size: 132, lines: 1 },
      { size: 112, lines: 1 },
      { size: 98, lines: 1 },
      { size: 86, lines: 1 },
      { size: 96, lines: 2 },
      { size: 80, lines: 2 },
      { size: 66, lines: 3 },
      { size: 56, lines: 3 },
      { size: 48, lines: 4 },
      { size: 42, lines: 4 },
    ],
  },
  latin: {
    face: 'display',
    leading: 0.98,
    rise: 0.72,
    gap: 36,
    tracking: -0.005,
    trials: [
      { size: 128, lines: 1 },
      { size: 106, lines: 1 },
      { size: 112, lines: 2 },
      { size: 96, lines: 2 },
      { size: 80, lines: 3 },
      { size: 66, lines: 4 },
      { size: 54, lines: 4 },
      { size: 46, lines: 5 },
    ],
  },
} as const

/** Fits the title between the kicker and its last baseline. */
function fitTitle({ title, titleLocale }: CardText, last: number) {
  const { face, leading, rise, tracking, trials } = TITLES[LOCALE_TRAITS[titleLocale].script]
  const set = (size: number) => {
    const style: TextStyle = { face, size, tracking }
    const lines = breakLines(title, titleLocale, MEASURE, (line) => measureText(line, style))
    const width = Math.max(...lines.map((line) => measureText(line, style)))
    const first = last - (lines.length - 1) * size * leading
    return { style, lines, width, first, top: first - size * rise, leading: size * leading }
  }
  for (const { size, lines } of trials) {
    const fitted = set(size)
    const isLow = fitted.top >= MIN_TITLE_TOP
    if (fitted.lines.length <= lines && fitted.width <= MEASURE && isLow) return fitted
  }
  const { size, lines } = trials[trials.length - 1] ?? trials[0]
  // A word that is wider than the panel needs a smaller size.
  const smallest = set(size * Math.min(1, MEASURE / set(size).width))
  const cut = truncateLines(smallest.lines, lines)
  const first = last - (cut.length - 1) * smallest.leading
  return { ...smallest, lines: cut, first, top: first - smallest.style.size * rise }
}

function drawOrganization({ organization, locale, seal, colours }: CardText): string {
  const y = MARGIN - 8
  const x = seal === null ? MARGIN : MARGIN + SEAL_SIZE + 20
  const style: TextStyle =
    LOCALE_TRAITS[locale].script === 'han'
      ? { face: 'heavy', size: 28, tracking: 0.12 }
      : { face: 'italic', size: 34 }
  const mark = seal === null ? '' : drawSeal(seal, { x: MARGIN, y, size: SEAL_SIZE }, colours)
  const fitted = fitLine(organization, style, 18, ART.x - x - 40)
  return mark + drawText(organization, fitted, { x, y: y + 39, fill: colours.paper })
}

/** Shrinks the font size until a line fits. */
function fitLine(text: string, style: TextStyle, smallest: number, measure = MEASURE): TextStyle {
  const width = measureText(text, style)
  return {
    ...style,
    size: Math.max(smallest, Math.min(style.size, (style.size * measure) / width)),
  }
}

function drawSubtitle({ subtitle, locale, colours }: CardText, bottom: number) {
  if (subtitle === '') return { top: bottom, svg: '' }
  const style = fitLine(subtitle, { face: 'italic', size: 36 }, 30)
  const measure = (line: string) => measureText(line, style)
  const lines = truncateLines(breakLines(subtitle, locale, MEASURE, measure), 2)
  const leading = style.size * 1.22
  const first = bottom - (lines.length - 1) * leading
  const svg = lines.map((line, index) =>
    drawText(line, style, { x: MARGIN, y: first + index * leading, fill: colours.paper }),
  )
  return { top: first - style.size, svg: svg.join('') }
}

function drawFacts({ facts, colours }: CardText): string {
  const style: TextStyle = { face: 'numeral', size: 34, tracking: 0.01 }
  let x = MARGIN
  const parts = facts.flatMap((fact) => {
    const width = measureText(fact, style)
    if (x + width > MARGIN + MEASURE) return []
    const part = drawText(fact, style, { x, y: BASE, fill: colours.paper })
    x += width + 40
    return [part]
  })
  return parts.join('')
}

function drawPanel(text: CardText): string {
  const { colours } = text
  const hasFacts = text.facts.length > 0
  const rule = BASE - 62
  const subtitle = drawSubtitle(text, hasFacts ? rule - 34 : BASE)
  const { style, lines, leading, first, top } = fitTitle(
    text,
    subtitle.top - TITLES[LOCALE_TRAITS[text.titleLocale].script].gap,
  )
  const title = lines.map((line, index) =>
    drawText(line, style, {
      x: MARGIN - style.size * 0.03,
      y: first + index * leading,
      fill: colours.paper,
    }),
  )
  const kicker: TextStyle = { face: 'text', size: 22, tracking: 0.04 }
  const above = top - 34
  return [
    `<rect width="${ART.x}" height="${CARD.height}" fill="${colours.ink}"/>`,
    drawOrganization(text),
    `<rect x="${MARGIN}" y="${above - 9}" width="44" height="2" fill="${colours.accent}"/>`,
    drawText(text.kicker, kicker, { x: MARGIN + 62, y: above, fill: colours.muted_on_ink }),
    ...title,
    subtitle.svg,
    hasFacts
      ? `<rect x="${MARGIN}" y="${rule}" width="${MEASURE}" height="1" fill="${colours.highlight}"/>`
      : '',
    drawFacts(text),
  ].join('')
}

const wrapSvg = (width: number, height: number, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  )

/** Draws a card: artwork on the right, text on a dark panel on the left. */
export async function drawCard(text: CardText, artwork: Uint8Array): Promise<Uint8Array> {
  const { colours } = text
  const panel = wrapSvg(ART.x, CARD.height, drawPanel(text))
  return sharp(artwork)
    .flatten({ background: colours.ink })
    .resize(ART.width, CARD.height, { fit: 'cover', position: 'attention' })
    .extend({ left: ART.x, background: colours.ink })
    .composite([{ input: panel, left: 0, top: 0 }])
    .jpeg({ quality: 84 })
    .toBuffer()
}
