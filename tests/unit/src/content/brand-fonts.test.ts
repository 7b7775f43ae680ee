import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { writeFontSheet } from '#content/brand-fonts.ts'
import { buildConfig } from '#content/build-config.ts'

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

test('a cache that cannot be written is a fault of the page and leaves the process running', async () => {
  const { cacheDir } = buildConfig
  buildConfig.cacheDir = mkdtempSync(join(tmpdir(), 'brand-fonts-'))
  const unhandled: unknown[] = []
  const record = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', record)
  onTestFinished(() => {
    process.off('unhandledRejection', record)
    rmSync(buildConfig.cacheDir, { recursive: true })
    buildConfig.cacheDir = cacheDir
  })
  // A file where the folder would be.
  writeFileSync(join(buildConfig.cacheDir, 'site'), '')
  const fonts = {
    heading_family: 'source-serif',
    text_family: 'source-serif',
    display_font: null,
  } as const
  await expect(writeFontSheet(fonts, 'https://example.org/')).rejects.toThrow('ENOTDIR')
  await setTimeout(100)
  expect(unhandled).toEqual([])
})
