import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

interface ApiProcess {
  url: string
  child: ChildProcess
  /** Stops the process gracefully. */
  end: () => Promise<void>
}

/**
 * Starts an admin API in a child process on a free port.
 * @param env its environment variables; only those that Node needs are inherited
 * @param checkout the project folder
 * @throws Error if it exits before it listens
 */
export async function startApiProcess(
  env: NodeJS.ProcessEnv,
  checkout = process.cwd(),
): Promise<ApiProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['scripts/admin-api/main.ts'], {
    cwd: checkout,
    env: { PATH, NODE_COMPILE_CACHE, ADMIN_API_PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /admin API at (http\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    return {
      url,
      child,
      async end() {
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await exited
      },
    }
  }
  throw new Error('the API did not start')
}
