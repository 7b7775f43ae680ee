import type { Server } from '@tus/server'
import { UPLOAD_INFO } from '../../modules/upload/limits.ts'
import { isSameHash } from '../../security/hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'
import { mountTus } from './mount-tus.ts'
import type { Objects } from './objects.ts'
import type { UploadCallback, Storage, StorageHost } from './storage.ts'
import type { UploadLocks } from './upload-locks.ts'

const { provider, endpoint } = UPLOAD_INFO

/**
 * Storage by the resumable tus protocol, in a folder or an object store. Every request has a ticket in the
 * header `upload-ticket` that grants access to one object, like a presigned URL. Sessions are not checked,
 * since they may end during a long upload.
 */
export function createTusStorage(
  objects: Objects,
  { secrets, locks }: { secrets: Secrets; locks: UploadLocks },
): Storage {
  const secret = secrets.deriveKey('upload-callback')
  const signCallback = ({ ticket, key, bytes }: UploadCallback) => sign(secret, ticket, key, bytes)
  const pendingCalls = new Set<Promise<unknown>>()

  function mount(host: StorageHost): void {
    async function callBack(callback: UploadCallback): Promise<void> {
      try {
        await host.app.request(`/api/upload/${provider}_callback`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', signature: signCallback(callback) },
          body: JSON.stringify(callback),
        })
      } catch {
        // A lost callback is harmless: the client also confirms its upload.
      }
    }

    /** Sends the callback without delaying the response, as an external provider would. */
    function notify(callback: UploadCallback): void {
      const call = callBack(callback).finally(() => pendingCalls.delete(call))
      pendingCalls.add(call)
    }

    async function createServer(): Promise<Server> {
      // Loaded on the first upload, to keep the start fast.
      const { createTusServer } = await import('./tus-server.ts')
      return createTusServer({
        objects,
        locks,
        readKey: host.readKey,
        onUploaded: notify,
      })
    }

    let server: Promise<Server> | undefined
    mountTus(host, objects, () => (server ??= createServer()))
  }

  return {
    provider,
    endpoint,
    mount,
    withLock: locks.withLock,
    verifyCallback: (callback, signature) =>
      signature !== undefined && isSameHash(signCallback(callback), signature),
    measure: objects.measure,
    pull: objects.pull,
    getReplacementFile: objects.getReplacementFile,
    keep: objects.keep,
    open: objects.open,
    remove: objects.remove,
    list: objects.list,
    readFreeBytes: objects.readFreeBytes,
    settle: async () => void (await Promise.allSettled(pendingCalls)),
  }
}
