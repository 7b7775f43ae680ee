import {
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  BufferTarget,
  WebMOutputFormat,
} from 'mediabunny'

/** A PDF with one empty page. @param bytes padding */
export function makePdf(bytes = 0): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ]
  let text = `%PDF-1.4\n%${' '.repeat(bytes)}\n`
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}`
  text += `trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text)
}

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
