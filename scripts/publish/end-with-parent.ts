// Preloaded into a build: when its parent process has ended, even by kill -9, standard input ends and
// the build kills its own process group.
import { isMainThread } from 'node:worker_threads'

// Worker threads load this module too, and their standard input is empty.
if (isMainThread) {
  process.stdin.on('end', () => process.kill(-process.pid, 'SIGKILL'))
  process.stdin.resume()
  if ('unref' in process.stdin) process.stdin.unref()
}
