import { lazy, Suspense } from 'react'

const QrCode = lazy(() => import('./QrCode.tsx').then((module) => ({ default: module.QrCode })))

/** A QR code whose drawing comes when it is shown; its place is there before. */
export function LazyQrCode({
  value,
  title,
  waiting,
}: Parameters<typeof QrCode>[0] & { waiting: string }) {
  return (
    <div className="qr">
      <Suspense fallback={<p>{waiting}</p>}>
        <QrCode value={value} title={title} />
      </Suspense>
    </div>
  )
}
