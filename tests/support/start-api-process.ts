import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endProcess } from './end-process.ts'

/**
 * Starts an admin API in a child process on a free port.
 * @param env its environment variables; only those that Node needs are inherited
 * @param checkout the project folder
 * @throws Error if it exits before it listens
 */
export async function startApiProcess(env: NodeJS.ProcessEnv, checkout = process.cwd()) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['scripts/admin-api/main.ts'], {
    cwd: checkout,
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      ADMIN_API_PORT: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /admin API at (http\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    return {
      url,
      child,
      /** Stops the process gracefully. */
      end: () => endProcess(child, 'SIGTERM'),
    }
  }
  throw new Error('the API did not start')
}
