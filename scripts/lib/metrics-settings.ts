import * as v from 'valibot'
import { PortSchema } from './read-config.ts'

/** Variables of programs that serve metrics. */
export const METRICS_SETTINGS = {
  METRICS_PORT: v.optional(PortSchema),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
}

interface MetricsValues {
  METRICS_PORT?: number | undefined
  METRICS_HOST: string
}

/** Port and host of the metrics server; metrics are disabled without a port. */
export const readMetricsAddress = ({ METRICS_PORT, METRICS_HOST }: MetricsValues) => ({
  port: METRICS_PORT,
  host: METRICS_HOST,
})
