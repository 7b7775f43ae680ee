// Allows only the type scale, the spacing scale and the four breakpoints (`src/styles/tokens.css`,
// `breakpoints.css`). Lengths other than spacing, such as the width of a picture, are free.

const SPACING = '/^(margin|padding)(-|$)|^(row-|column-)?gap$/'
/** Em values other than 0.25, 0.5, 1 and 1.5, which are allowed for spacing relative to the text size. */
const EM = String.raw`(?<![\d.])(?!(?:0\.25|0\.5|1|1\.5)em\b)\d*\.?\d+em\b`

/** @type {import('stylelint').Config} */
export default {
  overrides: [{ files: ['**/*.astro'], customSyntax: 'postcss-html' }],
  // They define the scales and the spacing classes of long-form content (`scripts/checks/spacing.ts`).
  ignoreFiles: ['src/styles/tokens.css', 'src/styles/spacing.css'],
  rules: {
    'declaration-property-value-disallowed-list': [
      {
        [SPACING]: [/\d(rem|px|vw|vh|svh|dvh)\b/, new RegExp(EM)],
        'font-size': [/\d(rem|px|em|vw)\b/],
        font: [/\d(rem|px|vw)\b/, /(?<!\b1)em\b/],
      },
      { message: 'Use a token of src/styles/tokens.css.' },
    ],
    'media-feature-name-disallowed-list': [
      ['width', 'min-width', 'max-width'],
      { message: 'Use a breakpoint of src/styles/breakpoints.css.' },
    ],
  },
}
