import type { ReactNode } from 'react'
import { lazyWithRetry } from './lazy-with-retry.ts'

interface Props {
  value: string
  /** Accessible name of the code. */
  title: string
  /** Width of the quiet zone in modules: 4 by the standard, less on a white background. */
  margin?: number
  /** Shown until the library has loaded. */
  children?: ReactNode
}

const importDrawing = () => import('qrcode.react').then((library) => library.QRCodeSVG)
const Drawing = lazyWithRetry(importDrawing)

/** Loads the library ahead of a code. A failure is ignored: the code loads it again. */
export const preloadQrCode = (): void => void importDrawing().catch(() => {})

/**
 * A QR code in the size of its container, rendered in the browser without an external service. The library is
 * loaded on demand. Error correction level M makes the code readable on a scratched screen.
 */
export function QrCode({ value, title, margin = 4, children }: Props) {
  return <Drawing value={value} title={title} level="M" marginSize={margin} fallback={children} />
}
