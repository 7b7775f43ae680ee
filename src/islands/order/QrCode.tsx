import { lazy, Suspense } from 'react'

/** Drawing codes is loaded when one is shown. */
const Drawing = lazy(() => import('qrcode.react').then((qr) => ({ default: qr.QRCodeSVG })))

const SIZE = 232

/**
 * A QR code on white. Its text is upper-case letters and digits, so the alphanumeric mode keeps the
 * modules large; level M survives a scratched screen.
 */
export function QrCode({ text, title }: { text: string; title: string }) {
  return (
    <div className="qr-code">
      <Suspense fallback={<span className="qr-waiting" />}>
        <Drawing value={text} title={title} size={SIZE} level="M" marginSize={4} />
      </Suspense>
    </div>
  )
}
