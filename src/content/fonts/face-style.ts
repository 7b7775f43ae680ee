import type { FaceKey } from './typefaces.ts'

/** How a style sheet or a script names a face: family, weight (or weights) and style. */
export interface FaceStyle {
  family: string
  weight: string
  style: 'normal' | 'italic'
}

const STYLES: Record<FaceKey, FaceStyle> = {
  'serif-200': serif(200),
  'serif-300': serif(300),
  'serif-400': serif(400),
  'serif-500': serif(500),
  'serif-600': serif(600),
  'serif-700': serif(700),
  'serif-900': serif(900),
  'display-500i': { family: 'House Display', weight: '500', style: 'italic' },
  'display-600': { family: 'House Display', weight: '600', style: 'normal' },
  'numeral-500': { family: 'House Numeral', weight: '500', style: 'normal' },
  'punctuation-400': { family: 'House Punctuation', weight: '200 500', style: 'normal' },
  'punctuation-600': { family: 'House Punctuation', weight: '600 900', style: 'normal' },
}

function serif(weight: number): FaceStyle {
  return { family: 'House Serif', weight: String(weight), style: 'normal' }
}

export const styleOf = (face: FaceKey): FaceStyle => STYLES[face]

/** An `@font-face` rule for a file. */
export function fontFace(face: FaceKey, url: string, range: string): string {
  const { family, weight, style } = STYLES[face]
  const said = [
    `font-family:"${family}"`,
    `font-weight:${weight}`,
    `font-style:${style}`,
    'font-display:swap',
    `src:url(${url})format("woff2")`,
    `unicode-range:${range}`,
  ]
  return `@font-face{${said.join(';')}}`
}
