import { createServer } from 'node:http'
import { listen } from './listen.ts'
import type { Logger } from './logger.ts'
import { openProcessMetrics } from './metrics.ts'
import type { Stop } from './run-program.ts'

interface MetricsOptions {
  host: string
  /** Undefined if metrics are disabled. */
  port: number | undefined
}

/**
 * Serves `/metrics` on a separate port, which a firewall can block, until the program stops.
 * Does nothing without a port.
 * @returns the address; undefined without a port
 * @throws ExpectedError when the port is in use
 */
export async function serveMetrics(
  { host, port }: MetricsOptions,
  { logger, stops }: { logger: Logger; stops: Stop[] },
): Promise<string | undefined> {
  if (port === undefined) return undefined
  const readMetrics = openProcessMetrics()
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    const metrics = readMetrics()
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        logger.error({ err: error }, 'cannot read metrics')
        response.writeHead(500).end()
      },
    )
  })
  const url = `${await listen(server, port, host, 'METRICS_PORT')}/metrics`
  stops.push(async () => void server.close())
  logger.info({ url }, 'metrics server is listening')
  return url
}
