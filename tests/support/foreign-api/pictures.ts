import sharp from 'sharp'

const COLOURS = ['#7a2a1e', '#2f4a43', '#8a6a2a', '#33415c', '#5c3350', '#44552b']
/** Colours of spare images, which only tests assign to items. */
const SPARE_COLOURS = ['#101010', '#202020', '#303030']

/** Draws six JPEG files of a lantern and three spare ones. @returns the files by path */
export async function drawPictures(): Promise<Map<string, Buffer>> {
  const drawn = await Promise.all(
    [...COLOURS, ...SPARE_COLOURS].map(async (colour, index): Promise<[string, Buffer]> => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="750">
        <rect width="1200" height="750" fill="${colour}"/>
        <ellipse cx="${400 + index * 80}" cy="360" rx="120" ry="160" fill="#f2c14e"/></svg>`
      return [`/pictures/${index}.jpg`, await sharp(Buffer.from(svg)).jpeg().toBuffer()]
    }),
  )
  return new Map(drawn)
}
