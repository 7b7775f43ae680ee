/** The length of a video in seconds, computed from its packets; null when it cannot be read. */
export async function measureLength(file: Blob): Promise<number | null> {
  try {
    // Loaded once a video has been chosen.
    const { BlobSource, Input, MP4, QTFF, WEBM } = await import('mediabunny')
    using input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] })
    const length = await input.computeDuration()
    return Number.isFinite(length) && length > 0 ? length : null
  } catch {
    return null
  }
}
