import postcss from 'postcss'
import { expect, test } from 'vitest'
import { createStylePlugins } from '#scripts/dev/style-plugins.ts'

const transform = async (css: string): Promise<string> =>
  (await postcss(createStylePlugins()).process(css, { from: undefined })).css

test('the development server resolves named breakpoints, as the build does', async () => {
  expect(await transform('@media (--phone) { a { color: red } }')).toMatch(
    /^@media \((?:max-)?width[^)]+\) \{ a \{ color: red \} \}$/,
  )
})

test('the development server gives the full serif the name that style sheets use', async () => {
  const face = "@font-face { font-family: 'Noto Serif SC Variable'; src: url(a.woff2) }"
  expect(await transform(face)).toContain("font-family: 'Site Serif'")
})
