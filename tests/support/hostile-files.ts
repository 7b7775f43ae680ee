import { deflateSync } from 'node:zlib'
import { makePdf } from './upload.ts'

const pad = (text: string, bytes = 4096) => Buffer.concat([Buffer.from(text, 'latin1')], bytes)

/** End of an empty ZIP archive with a comment of this many bytes. */
function endOfZip(commentBytes = 0): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(commentBytes, 20)
  return end
}

/** A PDF that is also a ZIP: the ZIP end is in a stream, and the rest of the PDF is its comment. */
function zipInside(): Buffer {
  const [head, tail] = [Buffer.from('%PDF-1.4\n9 0 obj\n'), makePdf().subarray(9)]
  return Buffer.concat([head, endOfZip(tail.length), tail])
}

/** A PDF with `ustar` at the offset of a tar header. */
function tarInside(): Buffer {
  const comment = Buffer.alloc(248, 'x')
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), comment, Buffer.from('ustar\n'), makePdf()])
}

/** A PDF with a decompression bomb as its object table: 100 KB expand to 100 MiB. */
function flateBomb(): Buffer {
  const bytes = 100 * 1024 * 1024
  const stream = deflateSync(Buffer.alloc(bytes), { level: 9 })
  const keys = `/Type /XRef /Size ${bytes / 4} /W [1 2 1] /Root 1 0 R /Filter /FlateDecode`
  const head = '%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'
  const open = `7 0 obj\n<< ${keys} /Length ${stream.length} >>\nstream\n`
  const end = `\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`
  return Buffer.concat([Buffer.from(head + open), stream, Buffer.from(end)])
}

/** A password-protected PDF. */
const locked = () =>
  makePdf({
    trailer:
      `/ID [<${'0'.repeat(32)}> <${'0'.repeat(32)}>] /Encrypt << /Filter /Standard /V 1 /R 2 ` +
      `/O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> /P -4 >> `,
  })

const SCRIPT = '<script>alert(1)</script>'

/** Files named `resume.pdf` that are not acceptable PDFs. */
export const HOSTILE_PDFS: Record<string, () => Buffer> = {
  'a Linux program': () => pad('\u007fELF\u0002\u0001\u0001'),
  'a Windows program': () => pad('MZ\u0090\u0000'),
  'a shell script': () => pad('#!/bin/sh\nrm -rf /\n'),
  'a web page': () => pad(`<!doctype html><title>x</title>${SCRIPT}`),
  'a web page with a PDF in it': () => Buffer.concat([Buffer.from(SCRIPT), makePdf()]),
  'a drawing': () => pad(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
  'a zip': () => Buffer.concat([pad('PK\u0003\u0004'), endOfZip()]),
  'a PDF behind a zip': () => Buffer.concat([pad('PK\u0003\u0004'), makePdf(), endOfZip()]),
  'a PDF with a zip behind': () => Buffer.concat([makePdf(), pad('PK\u0003\u0004'), endOfZip()]),
  'a PDF with a short zip behind': () => Buffer.concat([makePdf(), endOfZip()]),
  'a PDF that is the comment of a zip': zipInside,
  'a PDF that is a tar': tarInside,
  'a PDF with a program behind': () => Buffer.concat([makePdf(), pad('\u007fELF')]),
  'the first line of a PDF': () => Buffer.from('%PDF-1.7\n%%EOF\n'),
  'the first line of a PDF and a script': () => Buffer.from(`%PDF-1.7\n${SCRIPT}\n%%EOF\n`),
  'half a PDF': () => makePdf({ pages: 50 }).subarray(0, 2000),
  'a locked PDF': locked,
  'a PDF of 201 pages': () => makePdf({ pages: 201 }),
  'a Flate bomb': flateBomb,
  'a PDF that nests without end': () =>
    Buffer.from(`%PDF-1.4\ntrailer\n<< /Root ${'['.repeat(500_000)} >>\nstartxref\n9\n%%EOF\n`),
  'a PDF whose pages hold each other': () =>
    Buffer.from(makePdf().toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]'), 'latin1'),
  'a picture': () => pad('\u0089PNG\r\n\u001a\n'),
  'a single byte': () => Buffer.from('%'),
}

/** The boxes of an MP4 that contain its duration, and their offsets. */
const LENGTHS: Record<string, number> = { mvhd: 16, tkhd: 20, mdhd: 16, elst: 8 }
const FOLDERS = new Set(['moov', 'trak', 'mdia', 'edts'])

/** An MP4 that declares a sixth of its real duration. */
export function forgeLength(video: Buffer, from = 0, to = video.length, out = Buffer.from(video)) {
  for (let at = from; at + 8 <= to; at += video.readUInt32BE(at)) {
    const name = video.toString('latin1', at + 4, at + 8)
    const field = LENGTHS[name]
    if (FOLDERS.has(name)) forgeLength(video, at + 8, at + video.readUInt32BE(at), out)
    if (field === undefined) continue
    const place = at + 8 + field
    out.writeUInt32BE(Math.round(video.readUInt32BE(place) / 6), place)
  }
  return out
}

/** A WebM that ends with its beginning: the last packet has a timestamp of the first second. */
export function appendBeginning(video: Buffer): Buffer {
  const cluster = Buffer.from('1f43b675', 'hex')
  const start = video.indexOf(cluster)
  return Buffer.concat([video, video.subarray(start, video.indexOf(cluster, start + 4))])
}
