import { hash } from 'node:crypto'

const SHA_256 = 'SHA-256'

/**
 * Makes digests of this process at once instead of in another thread. Astro digests every script and
 * style of every page for its policy, a few KB each: handing these over takes ten times as long.
 */
export function quickenDigests(): void {
  const { subtle } = globalThis.crypto
  const own = subtle.digest.bind(subtle)
  const digest: SubtleCrypto['digest'] = async (algorithm, data) => {
    if (algorithm !== SHA_256) return own(algorithm, data)
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)
    return Uint8Array.from(hash('sha256', bytes, 'buffer')).buffer
  }
  Object.defineProperty(subtle, 'digest', { value: digest, configurable: true })
}
