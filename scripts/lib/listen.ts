import { createServer, type Server } from 'node:http'
import { ExpectedError } from './expected-error.ts'
import { readUserName } from './user-name.ts'

/** Explains why a server cannot listen, with the settings to change; undefined for other errors. */
function explainListenFault(
  code: unknown,
  { port, host, variable }: { port: number; host: string; variable: string },
): string | undefined {
  const hostVariable = variable.replace(/PORT$/, 'HOST')
  switch (code) {
    case 'EADDRINUSE': {
      // As in the README.
      const advice = ['SITE_PORT', 'ADMIN_API_PORT'].includes(variable)
        ? 'SITE_PORT and ADMIN_API_PORT to free ports, such as 4400 and 4401'
        : `${variable} to a free port`
      return `Port ${port} is in use by another program (${variable}). Set ${advice}.`
    }
    case 'EACCES':
      return (
        `The user ${readUserName()} may not listen on port ${port} (${variable}): set it to 1024 or ` +
        'above, and put a proxy in front (deploy/).'
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine (${hostVariable}): set 127.0.0.1, or 0.0.0.0 for all.`
    default:
      return undefined
  }
}

/** The address of a server; an IPv6 host needs brackets. */
export const formatServerUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Starts listening.
 * @param variable the setting that contains the port
 * @returns the address with the actual port
 * @throws ExpectedError when the port is in use or not permitted, or the host is not on this machine
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
  variable: string,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined
      const message = explainListenFault(code, { port, host, variable })
      reject(message === undefined ? error : new ExpectedError(message, { cause: error }))
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return formatServerUrl(host, actualPort)
}

/**
 * Checks that a port is free before expensive work begins.
 * @throws ExpectedError as `listen` does
 */
export async function checkPort(port: number, host: string, variable: string): Promise<void> {
  const server = createServer()
  await listen(server, port, host, variable)
  await new Promise((resolve) => server.close(resolve))
}
