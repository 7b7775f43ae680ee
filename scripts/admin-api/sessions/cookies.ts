import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../http.ts'

const DEVICE_LIFETIME_S = 365 * 24 * 60 * 60

export interface Cookies {
  readSession(): string | undefined
  writeSession(value: string, expiresAt: number): void
  clearSession(): void
  readDevice(): string | undefined
  writeDevice(value: string): void
}

/**
 * The cookies of a call. Scripts never see them (HttpOnly), other sites never make a browser send
 * them with a write (SameSite=Lax). By https they are bound to this very host (`__Host-`, RFC 6265bis).
 */
export function openCookies(context: Context<AppEnv>, secure: boolean): Cookies {
  const prefix = secure ? '__Host-' : ''
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
  const [session, device] = [`${prefix}sid`, `${prefix}device`]
  return {
    readSession: () => getCookie(context, session),
    writeSession: (value, expiresAt) =>
      setCookie(context, session, value, { ...options, expires: new Date(expiresAt) }),
    clearSession: () => void deleteCookie(context, session, options),
    readDevice: () => getCookie(context, device),
    writeDevice: (value) =>
      setCookie(context, device, value, { ...options, maxAge: DEVICE_LIFETIME_S }),
  }
}
