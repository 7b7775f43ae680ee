import { createHmac } from 'node:crypto'
import { TICKET_CODE_PREFIX } from '#api/order.ts'
import { isSameHash } from '../../lib/is-same-hash.ts'
import type { Secrets } from '../security/secrets.ts'
import { LETTERS } from './numbers.ts'

// Prefix, serial (16 characters), version (2), signature (26): 46 characters of the QR code's alphanumeric
// mode. Not a URL: mail scanners follow links and would redeem the ticket.
const CODE_PATTERN = new RegExp(`^${TICKET_CODE_PREFIX}([0-9A-Z]{16})([0-9A-Z]{2})([0-9A-Z]{26})$`)

function encode(bytes: Buffer, letters: number): string {
  let bits = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let n = 0; n < letters; n += 1) {
    text = LETTERS[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return text
}

const encodeVersion = (version: number) => `${LETTERS[(version >> 5) & 31]}${LETTERS[version & 31]}`

function signTicket(secrets: Secrets, serial: string, version: string): string {
  const mac = createHmac('sha256', secrets.deriveKey('ticket')).update(
    `${TICKET_CODE_PREFIX}|${serial}|${version}`,
  )
  // 26 characters encode 130 bits, for a security of 128 bits.
  return encode(mac.digest().subarray(0, 17), 26)
}

/** The signed text of a ticket's QR code. Database access alone cannot forge one. */
export function encodeTicketCode(
  secrets: Secrets,
  ticket: { serial: string; version: number },
): string {
  const version = encodeVersion(ticket.version)
  return `${TICKET_CODE_PREFIX}${ticket.serial}${version}${signTicket(secrets, ticket.serial, version)}`
}

/** Verifies the signature of a code; null when invalid. Ignores case, spaces and hyphens. */
export function decodeTicketCode(
  secrets: Secrets,
  text: string,
): { serial: string; version: number } | null {
  const match = CODE_PATTERN.exec(text.toUpperCase().replaceAll(/[\s-]/g, ''))
  if (!match) return null
  const [, serial = '', version = '', signature = ''] = match
  if (!isSameHash(signature, signTicket(secrets, serial, version))) return null
  const [high = '', low = ''] = version
  return { serial, version: LETTERS.indexOf(high) * 32 + LETTERS.indexOf(low) }
}
