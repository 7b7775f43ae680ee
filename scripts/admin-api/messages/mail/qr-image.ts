import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'

/** px; twice the displayed size. */
const WIDTH = 360

/**
 * Renders a QR code as PNG, because many mail clients do not display SVG. The white quiet zone keeps it
 * scannable in dark mode. Error correction level M, as on the site.
 */
export async function renderQrCode(text: string): Promise<Buffer> {
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
