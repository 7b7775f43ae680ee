import type { ReactNode } from 'react'
import { LazyWithRetry } from './LazyWithRetry.tsx'

interface Props {
  value: string
  /** What the code is, for who does not see it. */
  title: string
  /** Width in px; style sheets scale the drawing. */
  size: number
  /** Modules of white around it: 4 by the standard, fewer on white paper. */
  margin?: number
  /** Shown until the drawing is here. */
  children?: ReactNode
}

const loadDrawing = () => import('qrcode.react').then((library) => library.QRCodeSVG)

/**
 * A QR code, drawn here: no service is asked. The drawing is loaded when a code is shown. Level M
 * survives a scratched screen.
 */
export function QrCode({ value, title, size, margin = 4, children }: Props) {
  return (
    <LazyWithRetry
      load={loadDrawing}
      props={{ value, title, size, level: 'M', marginSize: margin }}
    >
      {children}
    </LazyWithRetry>
  )
}
