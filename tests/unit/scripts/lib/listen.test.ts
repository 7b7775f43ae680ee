import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#scripts/lib/listen.ts'

function openServer() {
  const server = createServer()
  onTestFinished(() => void server.close())
  return server
}

test('names the setting of a port that is in use', async () => {
  const url = new URL(await listen(openServer(), 0, '127.0.0.1', 'SITE_PORT'))
  const listenAgain = (variable: string) =>
    listen(openServer(), Number(url.port), '127.0.0.1', variable)
  await expect(listenAgain('SITE_PORT')).rejects.toThrow(
    `Port ${url.port} is in use by another program (SITE_PORT). Set SITE_PORT and ADMIN_API_PORT`,
  )
  await expect(listenAgain('METRICS_PORT')).rejects.toThrow('Set METRICS_PORT to a free port.')
})

test('names the setting of an address that this machine does not have', async () => {
  // TEST-NET-1 of RFC 5737 belongs to no machine.
  await expect(listen(openServer(), 0, '192.0.2.1', 'SITE_PORT')).rejects.toThrow(
    '192.0.2.1 is not an address of this machine (SITE_HOST)',
  )
})
