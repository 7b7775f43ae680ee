/**
 * Size in pixels and duration in seconds of a video. The duration is computed from all packets: the value
 * in the metadata may be wrong, and packets need not be ordered by time.
 * @throws Error when the file has no video track
 */
export async function measureVideo(path: string) {
  // Loaded on demand: most imports have no videos.
  const { EncodedPacketSink, FilePathSource, Input, MP4, QTFF, WEBM } = await import('mediabunny')
  // Formats that browsers play. Playlist formats are left out: they would fetch the files they list.
  const formats = [MP4, QTFF, WEBM]
  using input = new Input({ source: new FilePathSource(path), formats })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('the file has no video track')
  let end = await input.computeDuration()
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
  for await (const { timestamp, duration } of packets) end = Math.max(end, timestamp + duration)
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    duration: Math.round(end * 1000) / 1000,
  }
}
