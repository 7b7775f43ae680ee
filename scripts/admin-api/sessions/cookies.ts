import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../http.ts'
import { generateToken, hash } from '../security/hash.ts'

const DEVICE_LIFETIME_S = 365 * 24 * 60 * 60
const PAYER_LIFETIME_S = 30 * 24 * 60 * 60
const RETURN_LIFETIME_S = 10 * 60

export interface Cookies {
  readSession(): string | undefined
  writeSession(value: string, expiresAt: number): void
  clearSession(): void
  readDevice(): string | undefined
  writeDevice(value: string): void
  /** The signed WeChat openid of the payer (`modules/order/payer.ts`). */
  readPayer(): string | undefined
  writePayer(value: string): void
  /** The page that a sign-in by redirect returns to. */
  readReturn(): string | undefined
  writeReturn(value: string): void
  clearReturn(): void
}

/**
 * The cookies of a call. They are HttpOnly and SameSite=Lax: scripts cannot read them, and browsers do not
 * send them with cross-site writes. With HTTPS they are bound to the host (`__Host-`, RFC 6265bis).
 */
export function openCookies(context: Context<AppEnv>, siteUrl: string | undefined): Cookies {
  const secure = siteUrl?.startsWith('https:') ?? false
  const prefix = secure ? '__Host-' : ''
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
  const [session, device] = [`${prefix}sid`, `${prefix}device`]
  const [payer, returning] = [`${prefix}payer`, `${prefix}return`]
  return {
    readSession: () => getCookie(context, session),
    writeSession: (value, expiresAt) =>
      setCookie(context, session, value, { ...options, expires: new Date(expiresAt) }),
    clearSession: () => {
      for (const name of [session, payer]) deleteCookie(context, name, options)
    },
    readDevice: () => getCookie(context, device),
    writeDevice: (value) =>
      setCookie(context, device, value, { ...options, maxAge: DEVICE_LIFETIME_S }),
    readPayer: () => getCookie(context, payer),
    writePayer: (value) =>
      setCookie(context, payer, value, { ...options, maxAge: PAYER_LIFETIME_S }),
    readReturn: () => getCookie(context, returning),
    writeReturn: (value) =>
      setCookie(context, returning, value, { ...options, maxAge: RETURN_LIFETIME_S }),
    clearReturn: () => void deleteCookie(context, returning, options),
  }
}

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
