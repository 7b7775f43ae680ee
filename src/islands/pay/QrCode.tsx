import { QRCodeSVG } from 'qrcode.react'

const SIDE = 264

/** A QR code, drawn here: no service is asked. Loaded only where one is shown. */
export function QrCode({ value, title }: { value: string; title: string }) {
  return <QRCodeSVG value={value} size={SIDE} level="M" marginSize={2} title={title} />
}
