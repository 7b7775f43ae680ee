import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { DEFAULT_THEME } from '#api/theme.ts'
import { breakLines, truncateLines } from '#integrations/share-cards/break-lines.ts'
import { drawCard, type CardText } from '#integrations/share-cards/draw-card.ts'
import { drawSign } from '#integrations/share-cards/draw-seal.ts'
import { drawText, measureText } from '#integrations/share-cards/set-text.ts'

const measureLine = (line: string) => line.length

describe('share card title', () => {
  test('breaks between words, into lines of even length', () => {
    expect(breakLines('The lighting lab', 'en', 12, measureLine)).toEqual(['The lighting', 'lab'])
    expect(breakLines('one two three four', 'en', 13, measureLine)).toEqual([
      'one two',
      'three four',
    ])
    // Spaces around a title have no width.
    expect(breakLines(' one two ', 'en', 7, measureLine)).toEqual(['one two'])
  })

  test('breaks Chinese without leading punctuation or trailing opening brackets', () => {
    const lines = breakLines('六种《牡丹亭》，摊在一张长桌上', 'zh-cn', 9, measureLine)
    for (const line of lines) {
      expect(line).not.toMatch(/^[》，]/)
      expect(line).not.toMatch(/《$/)
    }
    expect(lines.join('')).toBe('六种《牡丹亭》，摊在一张长桌上')
  })

  test('ends with an ellipsis if it is too long', () => {
    expect(truncateLines(['one', 'two,', 'three'], 2)).toEqual(['one', 'two…'])
    expect(truncateLines(['one'], 2)).toEqual(['one'])
  })
})

describe('outlined text', () => {
  test('has the weight of its face', () => {
    const style = { size: 100 }
    const [heavy, text] = (['heavy', 'text'] as const).map((face) =>
      drawText('雷', { face, ...style }, { x: 0, y: 100, fill: '#000' }),
    )
    expect(heavy).toMatch(/^<path fill="#000" d="M/)
    expect(heavy).not.toBe(text)
    expect(measureText('雷雷', { face: 'heavy', size: 50 })).toBeCloseTo(100)
  })

  test('omits characters that no face has', () => {
    const style = { face: 'italic', size: 40 } as const
    expect(measureText('A\u{10ffff}', style)).toBeCloseTo(measureText('A', style))
  })
})

describe('share card', () => {
  const artwork = sharp({ create: { width: 300, height: 400, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer()
  const text: CardText = {
    locale: 'zh-cn',
    titleLocale: 'zh-cn',
    kicker: '演出 · 话剧',
    title: '雷雨',
    subtitle: 'Thunderstorm, in four acts by Cao Yu',
    facts: ['2027.05.08 — 05.24', '¥80 起'],
    organization: '幕间',
    seal: '幕间',
    colours: DEFAULT_THEME,
  }

  test('is a 1200 × 630 JPEG with ink on the left and artwork on the right', async () => {
    const card = sharp(await drawCard(text, await artwork))
    expect(await card.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const { data, info } = await card.raw().toBuffer({ resolveWithObject: true })
    const readChannel = (x: number, channel: number) =>
      data[(300 * info.width + x) * info.channels + channel]
    expect(readChannel(8, 2)).toBeLessThan(30)
    expect(readChannel(900, 0)).toBeLessThan(80)
    expect(readChannel(900, 2)).toBeGreaterThan(180)
  })

  test.each([
    { kicker: '演出' },
    { title: '日出' },
    { subtitle: '' },
    { facts: ['2027.05.08 — 05.24'] },
    { organization: '河畔剧场' },
    { seal: '河畔' },
  ])('shows its texts: it changes with %o', async (change) => {
    const original = await drawCard(text, await artwork)
    expect(await drawCard({ ...text, ...change }, await artwork)).not.toEqual(original)
  })

  test.each([
    ['a short title', {}],
    ['a very long title', { title: '长'.repeat(120) }],
    ['an English title', { title: 'A Midsummer Night’s Dream, with Music by Mendelssohn' }],
    ['a long word', { title: 'Supercalifragilisticexpialidocious!', titleLocale: 'en' as const }],
    ['a title of one endless word', { title: 'Honorificabilitudinitatibus'.repeat(4) }],
    ['a title without any supported character', { title: '\u{10ffff}' }],
    ['a long subtitle', { subtitle: 'Thunderstorm, in four acts by Cao Yu. '.repeat(5) }],
    ['long texts', { title: '长'.repeat(40), subtitle: 'In four acts by Cao Yu. '.repeat(9) }],
    ['many facts', { facts: Array.from({ length: 6 }, () => '2027.05.08 — 05.24') }],
    ['a long name', { organization: 'The Riverside Playhouse and School' }],
  ])('has margins around %s', async (_, change) => {
    const { data, info } = await sharp(await drawCard({ ...text, ...change }, await artwork))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const columns = new Set<number>()
    const rows = new Set<number>()
    for (let y = 0; y < 630; y += 1) {
      for (let x = 0; x < 640; x += 1) {
        if ((data[(y * info.width + x) * info.channels] ?? 0) < 100) continue
        columns.add(x)
        rows.add(y)
      }
    }
    expect(Math.min(...columns)).toBeGreaterThan(60)
    expect(Math.max(...columns)).toBeLessThan(620)
    // Between the organisation, the kicker, the title, the subtitle, the rule and the facts.
    const belowTitle = 'subtitle' in change ? 395 : 430
    expect([120, belowTitle, 490, 520].filter((y) => rows.has(y))).toEqual([])
  })

  test.each([
    ['no seal', null],
    ['one character', '幕'],
    ['four characters', 'ABCD'],
  ])('is drawn for a site with %s, in its colours', async (_, seal) => {
    const colours = { ...DEFAULT_THEME, ink: '#003366' }
    const { data, info } = await sharp(await drawCard({ ...text, seal, colours }, await artwork))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[(300 * info.width + 8) * info.channels + 2]).toBeGreaterThan(90)
  })

  test.each(['幕', '幕间', 'RP', '长江剧', 'ABCD'])(
    'draws the seal %s as an icon',
    async (seal) => {
      const { accent, paper } = DEFAULT_THEME
      const { data, info } = await sharp(await drawSign(seal, 128, { accent, paper }))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: 128, height: 128 })
      const isLight = (x: number, y: number) => (data[(y * 128 + x) * info.channels + 1] ?? 0) > 200
      const points = Array.from(
        { length: 128 * 128 },
        (_, at) => [at % 128, Math.floor(at / 128)] as const,
      )
      const light = points.filter(([x, y]) => isLight(x, y))
      expect(light.length).toBeGreaterThan(300)
      // No part of the seal is cropped at the edges.
      expect(light.every(([x, y]) => x > 3 && x < 124 && y > 3 && y < 124)).toBe(true)
    },
  )
})
