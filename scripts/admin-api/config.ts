import * as v from 'valibot'
import { PortSchema, readConfig } from '../lib/read-config.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MODES = ['development', 'test', 'production'] as const

const ConfigSchema = v.pipe(
  v.object({
    ADMIN_API_PORT: v.optional(PortSchema, '4330'),
    ADMIN_API_HOST: v.optional(v.string(), '127.0.0.1'),
    DATA_DIR: v.optional(v.string(), '.data'),
    LOG_LEVEL: v.optional(
      v.picklist(LOG_LEVELS, `expected one of ${LOG_LEVELS.join(', ')}`),
      'info',
    ),
    NODE_ENV: v.optional(v.picklist(MODES, `expected one of ${MODES.join(', ')}`), 'development'),
  }),
  v.transform((values) => ({
    port: values.ADMIN_API_PORT,
    host: values.ADMIN_API_HOST,
    dataDir: values.DATA_DIR,
    logLevel: values.LOG_LEVEL,
    mode: values.NODE_ENV,
  })),
)
export type Config = v.InferOutput<typeof ConfigSchema>

/** Settings of the embedded admin API. @throws ConfigError naming every wrong variable */
export function readAdminApiConfig(environment?: Record<string, string | undefined>): Config {
  return readConfig(ConfigSchema, environment)
}
