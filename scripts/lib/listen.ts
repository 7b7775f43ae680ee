import { createServer, type Server } from 'node:http'

/** A port is in use by another program; the message names the settings of both ports. */
class PortInUseError extends Error {
  override name = 'PortInUseError'

  constructor(port: number, variable: string) {
    super(
      `Port ${port} is in use by another program (${variable}). Set SITE_PORT and ADMIN_API_PORT to ` +
        'free ports, such as 4400 and 4401.',
    )
  }
}

/**
 * Starts listening.
 * @param variable the setting that the port comes from
 * @returns the address with the actual port
 * @throws PortInUseError when the port is not free
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
  variable: string,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const inUse = 'code' in error && error.code === 'EADDRINUSE'
      reject(inUse ? new PortInUseError(port, variable) : error)
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`
}

/**
 * Checks that a port is free before expensive work begins.
 * @throws PortInUseError when the port is not free
 */
export async function checkPort(port: number, host: string, variable: string): Promise<void> {
  const server = createServer()
  await listen(server, port, host, variable)
  await new Promise((resolve) => server.close(resolve))
}
