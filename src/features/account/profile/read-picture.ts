import type { Area, Size } from 'react-easy-crop'

/** Longest side of the picture to crop: enough for a portrait, small enough for phones. */
const MAX_SIDE_PX = 1600
const AVATAR_SIZE = 512
const QUALITY = 0.9

/** A picture to crop, as a data URL: the content security policy allows no blob URLs. */
export interface ChosenPicture {
  src: string
  name: string
}

function draw(source: CanvasImageSource, from: Area, to: Size) {
  const canvas = document.createElement('canvas')
  canvas.width = to.width
  canvas.height = to.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no 2D canvas')
  // Fills transparent areas with the paper colour.
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--paper')
  context.fillRect(0, 0, to.width, to.height)
  context.imageSmoothingQuality = 'high'
  const { x, y, width, height } = from
  context.drawImage(source, x, y, width, height, 0, 0, to.width, to.height)
  return canvas
}

/**
 * Decodes a picture of any format that the browser supports, rotates it upright and scales it down.
 */
export async function readPicture(file: File): Promise<ChosenPicture> {
  const image = await createImageBitmap(file)
  const { width, height } = image
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height))
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const canvas = draw(image, { x: 0, y: 0, width, height }, size)
  image.close()
  return { src: canvas.toDataURL('image/jpeg', QUALITY), name: file.name }
}

/** Crops a picture to the chosen square and returns it as a file. */
export async function cropPicture({ src, name }: ChosenPicture, area: Area): Promise<File> {
  const image = new Image()
  image.src = src
  await image.decode()
  const canvas = draw(image, area, { width: AVATAR_SIZE, height: AVATAR_SIZE })
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))),
    'image/jpeg',
    QUALITY,
  )
  const stem = name.replace(/\.[^.]*$/, '') || 'avatar'
  return new File([await promise], `${stem}.jpg`, { type: 'image/jpeg' })
}
