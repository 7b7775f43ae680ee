import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { endProcess } from '../end-process.ts'

const RELAY = fileURLToPath(new URL('relay.ts', import.meta.url))

/** Where a call is blocked: nowhere, before accept, before the response, or within it. */
export type Stage = 'none' | 'connect' | 'headers' | 'body'

/**
 * Puts a relay in front of a server that can block its calls forever, to simulate a slow provider. Calls
 * blocked at `connect` do not reach the server; others do.
 * @param url of the server, on this machine
 */
export async function startSlowLink(url: string) {
  const child = fork(RELAY, [new URL(url).port], { execArgv: [] })
  const [port] = (await once(child, 'message')) as [number]
  const fillers: Socket[] = []

  /** Stops the relay process: once its accept queue is full, connections hang. */
  async function stopAccepting(): Promise<void> {
    child.kill('SIGSTOP')
    const queue = [1, 2, 3].map(() => connect(port, '127.0.0.1').on('error', () => {}))
    fillers.push(...queue)
    await Promise.all(queue.slice(0, 2).map((filler) => once(filler, 'connect')))
    if (queue[2]?.connecting !== true) throw new Error('the link still accepts connections')
  }

  return {
    url: `http://127.0.0.1:${port}`,

    async hold(stage: Stage): Promise<void> {
      for (const filler of fillers.splice(0)) filler.destroy()
      child.kill('SIGCONT')
      child.send(stage)
      await once(child, 'message')
      if (stage === 'connect') await stopAccepting()
    },

    async close(): Promise<void> {
      for (const filler of fillers.splice(0)) filler.destroy()
      await endProcess(child, 'SIGKILL')
    },
  }
}
