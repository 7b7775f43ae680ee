import { QrCode } from '#features/ui/QrCode.tsx'

/**
 * The QR code of a ticket on a white background. The code consists of upper-case letters and digits, so that
 * the alphanumeric mode of QR codes keeps the modules large.
 */
export function TicketCode({ code, title }: { code: string; title: string }) {
  return (
    <div className="qr-code">
      <QrCode value={code} title={title}>
        <span className="qr-waiting" />
      </QrCode>
    </div>
  )
}
