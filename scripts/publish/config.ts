import * as v from 'valibot'
import { DATABASE_SETTINGS, readDatabaseServer } from '../lib/db/address.ts'
import { createCountSchema, readConfig, type Environment } from '../lib/read-config.ts'
import { MINUTE } from '../lib/durations.ts'

/** `DATABASE_POOL` counts the connections of the API; webhooks are recorded one at a time. */
const DATABASE_POOL = 1

/** Variables that the publisher reads, and its configuration from them. */
export const PublishConfigSchema = v.pipe(
  v.object({
    PUBLISH_BUILD_MINUTES: v.optional(createCountSchema('minutes', 1, 999), '10'),
    PUBLISH_BUILD_MEMORY: v.optional(createCountSchema('MiB', 100, 99_999), '1536'),
    PUBLISH_SWEEP_MINUTES: v.optional(createCountSchema('minutes', 1, 9999), '10'),
    ...DATABASE_SETTINGS,
  }),
  v.transform((values) => ({
    limits: {
      /** How long a build may run without output, in ms. */
      timeoutMs: values.PUBLISH_BUILD_MINUTES * MINUTE,
      /** Size of the heap of a build, in MiB. */
      memoryMiB: values.PUBLISH_BUILD_MEMORY,
    },
    /** Minimum interval between sweeps, in ms. */
    sweepEveryMs: values.PUBLISH_SWEEP_MINUTES * MINUTE,
    /** The database server; undefined for an installation whose databases are files. */
    databaseServer: readDatabaseServer({ ...values, DATABASE_POOL }),
  })),
)

/** Settings of the publisher. @throws ConfigError naming every invalid variable */
export const readPublishConfig = (environment?: Environment) =>
  readConfig(PublishConfigSchema, environment)
