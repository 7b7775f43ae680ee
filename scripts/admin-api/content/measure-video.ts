/**
 * Size and length of a video. The length is computed from its packets, because the number that the
 * file says about itself may be wrong.
 */
export async function measureVideo(path: string) {
  // Loaded when a video comes: most imports have none.
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('the file holds no video')
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    duration: Math.round((await input.computeDuration()) * 1000) / 1000,
  }
}
