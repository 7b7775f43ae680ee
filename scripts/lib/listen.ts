import { createServer, type Server } from 'node:http'

/** A port that another program holds; the message names the settings of both ports. */
export class PortInUseError extends Error {
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
 * @returns the address, with the port that was really taken
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
  const taken = typeof address === 'object' && address !== null ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
}

/**
 * Makes sure that a port can be taken, before work begins that would be in vain.
 * @throws PortInUseError when the port is not free
 */
export async function checkPort(port: number, host: string, variable: string): Promise<void> {
  const server = createServer()
  await listen(server, port, host, variable)
  await new Promise((resolve) => server.close(resolve))
}
