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
  'latin-200': serif(200, 'Site Latin'),
  'latin-300': serif(300, 'Site Latin'),
  'latin-400': serif(400, 'Site Latin'),
  'latin-500': serif(500, 'Site Latin'),
  'latin-600': serif(600, 'Site Latin'),
  'latin-700': serif(700, 'Site Latin'),
  'latin-900': serif(900, 'Site Latin'),
  'display-500i': { family: 'Site Display', weight: '500', style: 'italic' },
  'display-600': { family: 'Site Display', weight: '600', style: 'normal' },
  'numeral-500': { family: 'Site Numeral', weight: '500', style: 'normal' },
  'punctuation-400': { family: 'Site Punctuation', weight: '200 500', style: 'normal' },
  'punctuation-600': { family: 'Site Punctuation', weight: '600 900', style: 'normal' },
}

function serif(weight: number, family = 'Site Serif'): FaceStyle {
  return { family, weight: String(weight), style: 'normal' }
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
