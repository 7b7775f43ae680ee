import { hash as digest, randomBytes } from 'node:crypto'

/** SHA-256 as base64url; unsalted, so only for random values such as tokens. */
export function hash(value: string): string {
  return digest('sha256', value, 'base64url')
}

/** 32 random bytes as base64url (ASVS 7.2.3 requires at least 16). */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}
