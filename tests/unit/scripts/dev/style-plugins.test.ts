import postcss from 'postcss'
import { expect, test } from 'vitest'
import { createStylePlugins } from '#scripts/dev/style-plugins.ts'

const transform = async (css: string): Promise<string> =>
  (await postcss(createStylePlugins()).process(css, { from: undefined })).css

test('resolves named breakpoints like the build', async () => {
  expect(await transform('@media (--phone) { a { color: red } }')).toMatch(
    /^@media \((?:max-)?width[^)]+\) \{ a \{ color: red \} \}$/,
  )
})

test('gives the full serif font the family name that style sheets use', async () => {
  const face = "@font-face { font-family: 'Noto Serif SC Variable'; src: url(a.woff2) }"
  expect(await transform(face)).toContain("font-family: 'Site Serif'")
})
