/** A random key of 32 hexadecimal digits. Works without a secure context, unlike `crypto.randomUUID`. */
export function generateKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
