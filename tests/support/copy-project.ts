import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

/** Written by builds and tests; a clean clone starts without them. */
const GENERATED = new Set(['.cache', '.vite', '.astro'])

/**
 * Copies the project as `git clone` and `npm ci` would leave it: tracked and new files, and packages
 * without any cache. Packages are hard links, so that a copy takes seconds and almost no disk space.
 * @param sharesPackages links the folder of the packages instead, for programs that write nothing to it
 * @returns the folder
 */
export async function copyProject(sharesPackages = false): Promise<string> {
  const source = resolve('.')
  // On the project's file system, for hard links; outside node_modules, where Node does not run TypeScript.
  const parent = join(source, '.cache', 'clones')
  await mkdir(parent, { recursive: true })
  const clone = await realpath(await mkdtemp(join(parent, 'clone-')))

  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await runFile('git', list, { maxBuffer: 16 * 1024 * 1024 })
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(clone, file)), { recursive: true })
    // A tracked file may be deleted in the working tree.
    await copyFile(join(source, file), join(clone, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  if (sharesPackages) {
    await symlink(join(source, 'node_modules'), join(clone, 'node_modules'))
    return clone
  }
  await mkdir(join(clone, 'node_modules'))
  const packages = await readdir(join(source, 'node_modules'))
  const copied = packages.filter((name) => !GENERATED.has(name))
  await runFile('cp', [
    '-al',
    ...copied.map((name) => join(source, 'node_modules', name)),
    join(clone, 'node_modules'),
  ])
  return clone
}
