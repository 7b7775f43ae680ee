import { QrCode } from '#features/ui/QrCode.tsx'

/**
 * The code of a ticket on white. Its text is upper-case letters and digits, so that the alphanumeric
 * mode keeps the modules large.
 */
export function TicketCode({ code, title }: { code: string; title: string }) {
  return (
    <div className="qr-code">
      <QrCode value={code} title={title} size={232}>
        <span className="qr-waiting" />
      </QrCode>
    </div>
  )
}
