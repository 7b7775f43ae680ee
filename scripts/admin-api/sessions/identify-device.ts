import { drawToken, hash } from '../security/hash.ts'
import type { Cookies } from './cookies.ts'

/** The hash of a browser's device cookie, which it gets now if it has none. */
export function identifyDevice(cookies: Cookies): string {
  const device = cookies.readDevice() ?? drawToken()
  cookies.writeDevice(device)
  return hash(device)
}

/** The hash of a browser's device cookie; empty for a browser without one. */
export function readDeviceHash(cookies: Pick<Cookies, 'readDevice'>): string {
  const device = cookies.readDevice()
  return device === undefined ? '' : hash(device)
}
