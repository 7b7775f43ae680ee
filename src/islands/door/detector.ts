/** What browsers offer to read codes with; TypeScript does not know it yet. */
interface Detector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>
}
type DetectorClass = (new (options: { formats: string[] }) => Detector) & {
  getSupportedFormats(): Promise<string[]>
}

const findClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** A reader of QR codes; null where the browser has none. */
export async function createDetector(): Promise<Detector | null> {
  try {
    const Detecting = findClass()
    const formats = await Detecting?.getSupportedFormats()
    return Detecting && formats?.includes('qr_code')
      ? new Detecting({ formats: ['qr_code'] })
      : null
  } catch {
    return null
  }
}

/** The first code of a picture; null without one. Pictures that cannot be read count as without. */
export async function readCode(
  detector: Detector,
  source: ImageBitmapSource,
): Promise<string | null> {
  const found = await detector.detect(source).catch(() => [])
  return found[0]?.rawValue ?? null
}
