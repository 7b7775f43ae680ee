/** Supported encodings, best compression first. */
export type Encoding = 'br' | 'gzip'

/** Parses the weights of `Accept-Encoding` (RFC 9110, section 12.5.3). */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const quality = parameters.find((part) => part.startsWith('q='))?.slice(2)
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, readQuality(quality))
  }
  return weights
}

/** An invalid weight counts as 0: skipping that encoding is always safe. */
function readQuality(quality: string | undefined): number {
  if (quality === undefined) return 1
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0
}

/**
 * Chooses the encoding of a response, or undefined for the uncompressed content. Brotli wins a tie;
 * `identity` is chosen only if the client prefers it.
 */
export function chooseEncoding(
  header: string | undefined,
  available: readonly Encoding[],
): Encoding | undefined {
  if (!header) return undefined
  const weights = parseWeights(header)
  const wildcard = weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  let best: { encoding: Encoding; weight: number } | undefined
  for (const encoding of available) {
    const weight = weights.get(encoding) ?? wildcard
    if (weight > 0 && weight > (best?.weight ?? 0)) best = { encoding, weight }
  }
  return best && best.weight >= plain ? best.encoding : undefined
}
