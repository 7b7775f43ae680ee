import { expect, test } from 'vitest'
import { writeFontSheet } from '#content/brand-fonts.ts'

/** The letters of a text that no file of a family has, by the `unicode-range` of further files. */
function listMissing(css: string, family: string, text: string): string[] {
  const faces = css.split('@font-face').filter((face) => face.includes(`font-family:"${family}"`))
  const ranges = faces.flatMap((face) =>
    [...face.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/g)].map(
      ([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const,
    ),
  )
  // The first file is declared for letters that it lacks, too.
  const further = ranges.filter(([from, to]) => from !== 0x20 && !(from === 0xa0 && to === 0x24f))
  return [...text].filter(
    (letter) =>
      !further.some(([from, to]) => from <= letter.charCodeAt(0) && letter.charCodeAt(0) <= to),
  )
}

test('the chosen families have the letters of European and Vietnamese names', async () => {
  const fonts = {
    heading_family: 'barlow-condensed',
    text_family: 'noto-serif',
    display_font: null,
  } as const
  const css = await writeFontSheet(fonts, 'https://example.org/')
  expect(listMissing(css, 'Brand Heading', 'ćěłőřşžỳ')).toEqual([])
  expect(listMissing(css, 'Brand Text', 'ěńỳ')).toEqual([])
})
