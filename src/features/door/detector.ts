import type { BarcodeDetector as Detector } from 'barcode-detector/ponyfill'

/** The browser's `BarcodeDetector`; TypeScript has no types for it yet. */
const getNativeClass = (): typeof Detector | undefined =>
  (globalThis as { BarcodeDetector?: typeof Detector }).BarcodeDetector

async function createNative(): Promise<Detector | null> {
  const Native = getNativeClass()
  const formats = await Native?.getSupportedFormats().catch(() => null)
  return Native && formats?.includes('qr_code') ? new Native({ formats: ['qr_code'] }) : null
}

/** ZXing in WebAssembly, loaded only in browsers without `BarcodeDetector` (Safari, Firefox). */
async function createFromLibrary(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  // Loads the module from this site instead of the library's default host.
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}

/** A QR code detector; null if none is available. */
export async function createDetector(): Promise<Detector | null> {
  return (await createNative()) ?? createFromLibrary().catch(() => null)
}

/** The first code in a picture; null if there is none or the picture cannot be read. */
export async function readCode(
  detector: Detector,
  source: ImageBitmapSource,
): Promise<string | null> {
  const [first] = await detector.detect(source).catch(() => [])
  return first?.rawValue ?? null
}
