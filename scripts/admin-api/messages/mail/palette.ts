import { mixColours, type Theme } from '#api/theme.ts'

/** Share of black mixed into ink for the dark ground; contrast on ink is ensured by the theme. */
const GROUND_SHARE = 0.4

/** Creates the palettes of a site's theme. The header and the button are the same in both modes. */
export const createPalettes = (theme: Theme) => ({
  light: {
    ground: theme.paper,
    card: theme.card,
    text: theme.ink,
    quiet: theme.muted,
    line: theme.hairline,
    link: theme.accent,
  },
  dark: {
    ground: mixColours(theme.ink, '#000000', GROUND_SHARE),
    card: theme.ink,
    text: theme.paper,
    quiet: theme.muted_on_ink,
    line: theme.hairline_on_ink,
    link: theme.accent_on_ink,
  },
})

/** Colours of a mail in light or dark mode. */
export type Palette = ReturnType<typeof createPalettes>['dark']

/**
 * CSS that inline styles cannot express: dark mode and small screens. Mail clients without support show the
 * light palette and columns side by side.
 */
export const writeStyles = ({ ground, card, text, quiet, line, link }: Palette): string =>
  `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: ${ground} !important; }
  .card { background-color: ${card} !important; border-color: ${line} !important; }
  .text { color: ${text} !important; }
  .quiet { color: ${quiet} !important; }
  .line { border-color: ${line} !important; }
  .link { color: ${link} !important; }
}
@media (max-width: 480px) {
  .pad > tbody > tr > td { padding-left: 20px !important; padding-right: 20px !important; }
  .stack { display: block !important; width: auto !important; }
  .stack-code { padding: 0 20px 20px !important; }
  .title { font-size: 24px !important; }
}`.trim()
