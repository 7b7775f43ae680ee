import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

const RELAY = fileURLToPath(new URL('relay.ts', import.meta.url))

/** Where responses are delayed: nowhere, before the connection is accepted, before the response, or within it. */
export type Stage = 'none' | 'connect' | 'headers' | 'body'

/**
 * Puts a relay in front of a server that can delay calls indefinitely, like a slow provider. Only calls
 * delayed in `connect` do not reach the server.
 * @param url the server's URL, on this machine
 */
export async function startSlowLink(url: string) {
  const child = fork(RELAY, [new URL(url).port], { execArgv: [] })
  const [port] = (await once(child, 'message')) as [number]
  const fillers: Socket[] = []

  /** A stopped process accepts no connections: once its backlog is full, connections hang. */
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
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
