import type { FaceKey } from './typefaces.ts'

/** The CSS descriptors of a face: family, weight (or range) and style. */
interface FaceStyle {
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
  'display-500i': { family: 'Site Display', weight: '500', style: 'italic' },
  'display-600': { family: 'Site Display', weight: '600', style: 'normal' },
  'numeral-500': { family: 'Site Numeral', weight: '500', style: 'normal' },
  'punctuation-400': { family: 'Site Punctuation', weight: '200 500', style: 'normal' },
  'punctuation-600': { family: 'Site Punctuation', weight: '600 900', style: 'normal' },
}

function serif(weight: number): FaceStyle {
  return { family: 'Site Serif', weight: String(weight), style: 'normal' }
}

/** An `@font-face` rule for a file. */
export function fontFace(face: FaceKey, url: string, range: string): string {
  const { family, weight, style } = STYLES[face]
  const descriptors = [
    `font-family:"${family}"`,
    `font-weight:${weight}`,
    `font-style:${style}`,
    'font-display:swap',
    `src:url(${url})format("woff2")`,
    `unicode-range:${range}`,
  ]
  return `@font-face{${descriptors.join(';')}}`
}
