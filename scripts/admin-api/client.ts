import { SocketAddress } from 'node:net'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from './config.ts'
import type { AppEnv } from './http.ts'
import { readDeviceHash, type Cookies } from './sessions/cookies.ts'

/** The caller's address and device, for rate limits and the list of devices. */
export interface Client {
  /** Network address for rate limits: an IPv4 address, or the /64 prefix of an IPv6 one. */
  address: string
  /** Hash of the device cookie, empty for a browser without one. */
  deviceHash: string
  /** Origin of the site that the browser shows: `https://house.example`. */
  origin: string
  /** Browser and operating system: `Chrome · Windows`. */
  device: string
}

function normalizeAddress(text: string): string {
  // Some proxies append the port (IIS, Azure).
  const bare = ipaddr.isValid(text) ? text : (SocketAddress.parse(text)?.address ?? text)
  if (!ipaddr.isValid(bare)) return 'unknown'
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const [a, b, c, d] = address.parts
  // A household usually has a whole /64.
  return `${new ipaddr.IPv6([a ?? 0, b ?? 0, c ?? 0, d ?? 0, 0, 0, 0, 0]).toString()}/64`
}

/**
 * The caller's network address. Only the last `hops` entries of `X-Forwarded-For` are trusted: our own
 * proxies append them, earlier entries can be forged.
 */
export function readAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string {
  const chain = (forwardedFor ?? '').split(',').map((part) => part.trim())
  const forwarded = hops > 0 ? chain.at(-Math.min(hops, chain.length)) : undefined
  return normalizeAddress(forwarded || (peer ?? ''))
}

/** Masks the last part of an IPv4 address, for the list of devices. */
export function maskAddress(address: string): string {
  return address.replace(/\.\d+$/, '.*')
}

const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  // Before Android, which HarmonyOS up to version 4 names as well.
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Approximate browser and operating system of a user agent, for members to recognise a device. */
export function describeDevice(userAgent: string | undefined): string {
  const find = (table: readonly [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== undefined).join(' · ') || '—'
}

/** The host that the browser requested. */
export const readHost = ({ req }: Context<AppEnv>): string | undefined =>
  req.header('x-forwarded-host') ?? req.header('host')

/** Reads the caller's address, origin and device from a request. */
export function readClient(
  context: Context<AppEnv>,
  cookies: Cookies,
  { siteUrl, trustedProxies }: Pick<Config, 'siteUrl' | 'trustedProxies'>,
): Client {
  const { req } = context
  const peer = context.env?.incoming?.socket.remoteAddress
  const proto = req.header('x-forwarded-proto') === 'https' ? 'https' : 'http'
  return {
    address: readAddress(peer, req.header('x-forwarded-for'), trustedProxies),
    origin:
      siteUrl === undefined
        ? `${proto}://${readHost(context) ?? 'localhost'}`
        : new URL(siteUrl).origin,
    deviceHash: readDeviceHash(cookies),
    device: describeDevice(req.header('user-agent')),
  }
}
