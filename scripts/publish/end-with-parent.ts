// Preloaded into a build. When the parent process ends, even by kill -9, standard input is closed and the
// build kills its own process group.
import { isMainThread } from 'node:worker_threads'

// Worker threads load this module too; their standard input is closed from the start.
if (isMainThread) {
  process.stdin.on('end', () => process.kill(-process.pid, 'SIGKILL'))
  process.stdin.resume()
  if ('unref' in process.stdin) process.stdin.unref()
}
