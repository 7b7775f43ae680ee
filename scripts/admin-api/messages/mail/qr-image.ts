import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'

/** Pixels: twice the size in the mail. */
const WIDTH = 360

/**
 * A QR code as PNG with its white margin, so that it is read on a dark ground too. Mail programs show
 * no SVG. Level M, as on the site.
 */
export async function drawQrCode(text: string): Promise<Buffer> {
  const svg = renderToStaticMarkup(
    createElement(QRCodeSVG, {
      value: text,
      size: WIDTH,
      level: 'M',
      marginSize: 4,
      xmlns: 'http://www.w3.org/2000/svg',
    }),
  )
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 2 }).toBuffer()
}
