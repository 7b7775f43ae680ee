import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { WrittenFiles } from '#scripts/hosts/nginx/write-nginx.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import { endProcess } from '#tests/support/end-process.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { writeNginxConfig } from '#tests/support/nginx-config.ts'

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** Finds nginx and its brotli module (Debian: nginx-light, libnginx-mod-http-brotli-static). */
export function findNginx(): { program: string; brotli: boolean } | null {
  const program = ['nginx', '/usr/sbin/nginx'].find(
    (name) => spawnSync(name, ['-v'], { stdio: 'ignore' }).status === 0,
  )
  return program === undefined ? null : { program, brotli: existsSync(BROTLI) }
}

/** Copies a folder by hard links, so that the shared one stays unchanged. */
export async function linkFolder(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const target = path.join(to, path.relative(from, file))
    await mkdir(path.dirname(target), { recursive: true })
    await link(file, target)
  }
}

/** Runs nginx with generated settings on a free port; it writes to a temporary folder only. */
export async function startNginx(
  { program, brotli }: { program: string; brotli: boolean },
  settings: string,
  files: WrittenFiles,
) {
  for (const [name, text] of files) {
    await mkdir(path.dirname(path.join(settings, name)), { recursive: true })
    await writeFile(path.join(settings, name), text)
  }
  const run = await mkdtemp(path.join(settings, 'run-'))
  const port = await findFreePort()
  const config = writeNginxConfig(run, [
    `include ${settings}/http.conf;`,
    `server { listen 127.0.0.1:${port}; include ${settings}/site.conf; }`,
  ])
  const file = path.join(run, 'nginx.conf')
  await writeFile(file, brotli ? `load_module ${BROTLI};\n${config}` : config)
  const check = spawnSync(program, ['-t', '-c', file], { encoding: 'utf8' })
  const child = spawn(program, ['-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await waitUntilUp(url, child)
  return {
    url,
    /** Output of `nginx -t`. */
    check: check.stderr,
    async close() {
      await endProcess(child, 'SIGQUIT')
      await rm(run, { recursive: true, force: true })
    },
  }
}

async function waitUntilUp(url: string, child: { exitCode: number | null }): Promise<void> {
  for (;;) {
    const isUp = await sendRequest(url, '/healthz').then(
      () => true,
      () => false,
    )
    if (isUp) return
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
