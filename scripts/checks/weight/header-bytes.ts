import http from 'node:http'

/** Limit of the total header size of a response: half the default buffer of nginx. */
export const MAX_HEADER_BYTES = 2048

const LINE_END = 2
const SEPARATOR = 2

/** Size of a response head in bytes: status line, header lines, empty line. */
export async function measureHeaderBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.destroy()
      const { httpVersion, statusCode, statusMessage, rawHeaders } = response
      const statusLine = `HTTP/${httpVersion} ${statusCode} ${statusMessage}`
      const texts = rawHeaders.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0)
      const separators = (rawHeaders.length / 2) * (SEPARATOR + LINE_END)
      resolve(Buffer.byteLength(statusLine) + LINE_END + texts + separators + LINE_END)
    })
    request.on('error', reject)
  })
}
