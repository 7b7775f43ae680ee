import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../http.ts'
import { generateToken, hash } from '../security/hash.ts'

/** Lifetimes of cookies; the cookie of a session ends with it. */
const LIFETIMES_S = {
  device: 365 * 24 * 60 * 60,
  /** The signed WeChat openid of the payer (`modules/order/payer.ts`). */
  payer: 30 * 24 * 60 * 60,
  /** The page that a sign-in by redirect returns to. */
  return: 10 * 60,
} as const
type LastingCookie = keyof typeof LIFETIMES_S

/**
 * The cookies of a call. They are HttpOnly and SameSite=Lax: scripts cannot read them, and browsers do not
 * send them with cross-site writes. With HTTPS they are bound to the host (`__Host-`, RFC 6265bis).
 */
export function openCookies(context: Context<AppEnv>, siteUrl: string | undefined) {
  const secure = siteUrl?.startsWith('https:') ?? false
  const prefix = secure ? '__Host-' : ''
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
  const clear = (name: 'sid' | LastingCookie) => void deleteCookie(context, prefix + name, options)
  return {
    read: (name: 'sid' | LastingCookie) => getCookie(context, prefix + name),
    write: (name: LastingCookie, value: string) =>
      setCookie(context, prefix + name, value, { ...options, maxAge: LIFETIMES_S[name] }),
    writeSession: (value: string, expiresAt: number) =>
      setCookie(context, `${prefix}sid`, value, { ...options, expires: new Date(expiresAt) }),
    clear,
    clearSession() {
      clear('sid')
      clear('payer')
    },
  }
}
export type Cookies = ReturnType<typeof openCookies>

/** The hash of the device cookie; sets the cookie if it is missing and extends it otherwise. */
export function identifyDevice(cookies: Cookies): string {
  const device = cookies.read('device') ?? generateToken()
  cookies.write('device', device)
  return hash(device)
}

/** The hash of the device cookie; empty without one. */
export function readDeviceHash(cookies: Cookies): string {
  const device = cookies.read('device')
  return device === undefined ? '' : hash(device)
}
