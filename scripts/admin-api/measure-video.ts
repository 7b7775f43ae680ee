/**
 * Size and length of a video. The length is computed from its packets, all of them: the number that
 * the file says about itself may be wrong, and its last packet need not be the last in time.
 */
export async function measureVideo(path: string) {
  // Loaded when a video comes: most imports have none.
  const { EncodedPacketSink, FilePathSource, Input, MP4, QTFF, WEBM } = await import('mediabunny')
  // What browsers play. Playlists are a format too, one that fetches what it names.
  const formats = [MP4, QTFF, WEBM]
  using input = new Input({ source: new FilePathSource(path), formats })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('the file holds no video')
  let end = await input.computeDuration()
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
  for await (const { timestamp, duration } of packets) end = Math.max(end, timestamp + duration)
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    duration: Math.round(end * 1000) / 1000,
  }
}
