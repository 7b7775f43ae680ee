import { createServer } from 'node:http'
import { listen } from '#scripts/lib/listen.ts'

/** Finds a free port of this machine. */
export async function findFreePort(): Promise<number> {
  await using server = createServer()
  return Number(new URL(await listen(server, 0, '127.0.0.1', '')).port)
}
