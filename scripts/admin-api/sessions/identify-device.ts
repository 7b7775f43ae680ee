import { generateToken, hash } from '../security/hash.ts'
import type { Cookies } from './cookies.ts'

/** The hash of the device cookie; sets the cookie if it is missing and extends it otherwise. */
export function identifyDevice(cookies: Cookies): string {
  const device = cookies.readDevice() ?? generateToken()
  cookies.writeDevice(device)
  return hash(device)
}

/** The hash of the device cookie; empty without one. */
export function readDeviceHash(cookies: Pick<Cookies, 'readDevice'>): string {
  const device = cookies.readDevice()
  return device === undefined ? '' : hash(device)
}
