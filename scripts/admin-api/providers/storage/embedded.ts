import type { Server } from '@tus/server'
import { UPLOAD_INFO } from '../../modules/upload/limits.ts'
import { isSameHash } from '../../security/hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'
import { mountTus } from './mount-tus.ts'
import { createObjects } from './objects.ts'
import type { Arrival, Storage, StorageHost } from './storage.ts'

const { provider, endpoint } = UPLOAD_INFO

/**
 * The storage of an installation without another one: files of the data folder, sent by the tus
 * protocol, which resumes what broke off. Every request shows its ticket in the header
 * `upload-ticket` and reaches the object of this ticket alone, as with the presigned addresses of
 * other storages. Sessions mean nothing here: one may end while a video is on its way.
 */
export function createEmbeddedStorage(folder: string, secrets: Secrets): Storage {
  const objects = createObjects(folder)
  const secret = secrets.deriveKey('upload-callback')
  const signArrival = ({ ticket, key, bytes }: Arrival) => sign(secret, ticket, key, bytes)
  const underWay = new Set<Promise<unknown>>()

  function mount(host: StorageHost): void {
    async function callBack(arrival: Arrival): Promise<void> {
      try {
        await host.app.request(`/api/upload/${provider}_callback`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', signature: signArrival(arrival) },
          body: JSON.stringify(arrival),
        })
      } catch {
        // Callbacks may be lost: the client asks by itself when it has sent everything.
      }
    }

    /** Calls back as a provider elsewhere would: after its answer, and without waiting. */
    function report(arrival: Arrival): void {
      const call = callBack(arrival).finally(() => underWay.delete(call))
      underWay.add(call)
    }

    async function createServer(): Promise<Server> {
      // Loaded at the first upload: a start need not wait for it.
      const { createTusServer } = await import('./tus-server.ts')
      return createTusServer({
        directory: objects.incoming,
        readKey: (ticket) => host.findGrant(ticket)?.ticket.key,
        onArrival: report,
      })
    }

    let server: Promise<Server> | undefined
    mountTus(host, objects, () => (server ??= createServer()))
  }

  return {
    provider,
    endpoint,
    mount,
    isOwnCallback: (arrival, signature) =>
      signature !== undefined && isSameHash(signArrival(arrival), signature),
    measure: objects.measure,
    pull: async (key) => objects.incomingFile(key),
    placeFor: async (key) => objects.replacementFile(key),
    keep: objects.keep,
    locate: objects.keptFile,
    remove: objects.remove,
    list: objects.list,
    readFreeBytes: objects.readFreeBytes,
    settle: async () => void (await Promise.allSettled(underWay)),
  }
}
