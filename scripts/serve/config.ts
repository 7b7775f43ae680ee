import * as v from 'valibot'
import type { HttpsPolicy } from './headers.ts'
import { StorageUrlSchema } from '../lib/file-store/storage-address.ts'
import { formatServerUrl } from '../lib/listen.ts'
import {
  BooleanSchema,
  createCountSchema,
  createUrlSchema,
  LogLevelSchema,
  METRICS_SETTINGS,
  PortSchema,
  readConfig,
  type Environment,
} from '../lib/read-config.ts'

const UrlSchema = v.pipe(
  createUrlSchema('https://example.org'),
  v.transform((url) => url.replace(/\/$/, '')),
)

/** An address without a path: routes begin at the root of the host. */
const OriginSchema = v.pipe(
  UrlSchema,
  v.check((text) => {
    const url = URL.parse(text)
    return !url || (url.pathname === '/' && url.search === '' && url.hash === '')
  }, 'expected an address without a path: the site cannot be served below one'),
)

/** Variables that the site server reads, and its configuration from them. */
export const SiteConfigSchema = v.pipe(
  v.object({
    SITE_PORT: v.optional(PortSchema, '4321'),
    SITE_HOST: v.optional(v.string(), '127.0.0.1'),
    SITE_URL: v.optional(OriginSchema),
    HSTS_INCLUDE_SUBDOMAINS: v.optional(BooleanSchema, 'false'),
    DATA_DIR: v.optional(v.string(), '.data'),
    ADMIN_API_URL: v.optional(UrlSchema),
    STORAGE_URL: v.optional(StorageUrlSchema),
    TRUSTED_PROXIES: v.optional(createCountSchema('proxies', 0, 9), '0'),
    DRAIN_SECONDS: v.optional(createCountSchema('seconds', 0, 99), '0'),
    ...METRICS_SETTINGS,
    LOG_LEVEL: v.optional(LogLevelSchema, 'info'),
  }),
  v.transform((values) => ({
    port: values.SITE_PORT,
    host: values.SITE_HOST,
    dataDir: values.DATA_DIR,
    /** The bucket shared by several processes; undefined if everything is in the data folder. */
    storage: values.STORAGE_URL,
    adminApiUrl: values.ADMIN_API_URL,
    /** The public address, for canonical links; defaults to the listening address. */
    siteUrl: values.SITE_URL ?? formatServerUrl(values.SITE_HOST, values.SITE_PORT),
    https: readHttpsPolicy(values.SITE_URL, values.HSTS_INCLUDE_SUBDOMAINS),
    trustedHops: values.TRUSTED_PROXIES,
    /** Time for a load balancer to notice a shutdown. */
    graceMs: values.DRAIN_SECONDS * 1000,
    metrics: { port: values.METRICS_PORT, host: values.METRICS_HOST },
    logLevel: values.LOG_LEVEL,
  })),
)

/**
 * Enables HSTS and `upgrade-insecure-requests` only if the public address uses https. HSTS includes
 * subdomains only by a setting, because other programs often run there without https.
 */
function readHttpsPolicy(siteUrl = '', includeSubDomains: boolean): HttpsPolicy {
  return siteUrl.startsWith('https:') && { includeSubDomains }
}

/** Settings of the site server. @throws ConfigError naming every invalid variable */
export const readSiteConfig = (environment?: Environment) =>
  readConfig(SiteConfigSchema, environment)
export type SiteConfig = ReturnType<typeof readSiteConfig>
