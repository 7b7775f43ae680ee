// Loaded into a build before its own program: when the process that started it is gone, also by
// kill -9, its pipe ends, and the build ends itself with all that it started.
import { isMainThread } from 'node:worker_threads'

// Threads load this too, and have a standard input of their own, which is empty.
if (isMainThread) {
  process.stdin.on('end', () => process.kill(-process.pid, 'SIGKILL'))
  process.stdin.resume()
  if ('unref' in process.stdin) process.stdin.unref()
}
