/** Reads QR codes from a picture or a frame of the camera. */
interface Detector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>
}
/** What browsers offer to read codes with; TypeScript does not know it yet. */
type DetectorClass = (new (options: { formats: string[] }) => Detector) & {
  getSupportedFormats(): Promise<string[]>
}

const findClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

async function createOwn(): Promise<Detector | null> {
  const Detecting = findClass()
  const formats = await Detecting?.getSupportedFormats().catch((): string[] => [])
  return Detecting && formats?.includes('qr_code') ? new Detecting({ formats: ['qr_code'] }) : null
}

/** ZXing in WebAssembly, for browsers without a reader of their own (Safari, Firefox): loaded only there. */
async function createFromLibrary(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  // From this site: the library would ask a host of its own.
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}

/** A reader of QR codes; null where none can be had. */
export async function createDetector(): Promise<Detector | null> {
  return (await createOwn()) ?? createFromLibrary().catch(() => null)
}

/** The first code of a picture; null without one. Pictures that cannot be read count as without. */
export async function readCode(
  detector: Detector,
  source: ImageBitmapSource,
): Promise<string | null> {
  const found = await detector.detect(source).catch(() => [])
  return found[0]?.rawValue ?? null
}
