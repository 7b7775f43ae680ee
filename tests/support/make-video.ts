import {
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  BufferTarget,
  WebMOutputFormat,
} from 'mediabunny'

/** A WebM video of the given length with two dummy frames. */
export async function makeVideo(seconds: number): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(source)
  await output.start()
  const meta = { decoderConfig: { codec: 'vp8', codedWidth: 16, codedHeight: 16 } }
  for (const time of [0, seconds]) {
    await source.add(new EncodedPacket(new Uint8Array([0, 0, 0, 1]), 'key', time, 0), meta)
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
