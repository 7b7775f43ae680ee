/** Encodings that the server offers, the smallest result first. */
export type Encoding = 'br' | 'gzip'

/** How much a client wants each encoding, from `Accept-Encoding` (RFC 9110, section 12.5.3). */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const quality = parameters.find((part) => part.startsWith('q='))?.slice(2)
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, readQuality(quality))
  }
  return weights
}

/** A quality outside of 0 to 1 is a mistake of the sender; not sending that encoding is safe. */
function readQuality(quality: string | undefined): number {
  if (quality === undefined) return 1
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0
}

/**
 * The encoding to send, or none for the content as it is. Brotli wins a tie; the plain content
 * wins only where the client says it wants that more.
 */
export function chooseEncoding(
  header: string | undefined,
  available: readonly Encoding[],
): Encoding | undefined {
  if (!header) return undefined
  const weights = parseWeights(header)
  const rest = weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  let best: { encoding: Encoding; weight: number } | undefined
  for (const encoding of available) {
    const weight = weights.get(encoding) ?? rest
    if (weight > 0 && weight > (best?.weight ?? 0)) best = { encoding, weight }
  }
  return best && best.weight >= plain ? best.encoding : undefined
}
