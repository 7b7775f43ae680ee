import type { BodyOf } from '#api/index.ts'
import type { App } from '../../http.ts'
import { UPLOAD_INFO } from '../../modules/upload/limits.ts'
import { isSameHash } from '../../../lib/is-same-hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'
import type { Objects } from './objects.ts'
import type { UploadLocks } from './upload-locks.ts'

/** The body of the callback after a completed upload. */
export type UploadCallback = BodyOf<'POST /api/upload/{provider}_callback'>

/**
 * Storage of members' uploads. The browser uploads by the tus protocol with a ticket; a completed upload
 * is reported to `POST /api/upload/{provider}_callback`. Objects have random keys; they are incoming until
 * they are checked, then kept. Tickets do not grant access to kept objects.
 */
export function createStorage(
  objects: Objects,
  { secrets, locks }: { secrets: Secrets; locks: UploadLocks },
) {
  const secret = secrets.deriveKey('upload-callback')
  const signCallback = ({ ticket, key, bytes }: UploadCallback) => sign(secret, ticket, key, bytes)
  const pendingCalls = new Set<Promise<unknown>>()

  async function request(app: App, callback: UploadCallback): Promise<void> {
    try {
      await app.request(`/api/upload/${UPLOAD_INFO.provider}_callback`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', signature: signCallback(callback) },
        body: JSON.stringify(callback),
      })
    } catch {
      // A lost callback is harmless: the client also confirms its upload.
    }
  }

  return {
    ...objects,
    locks,
    /** Sends the callback without delaying the response, as an external provider would. */
    callBack(app: App, callback: UploadCallback): void {
      const call = request(app, callback).finally(() => pendingCalls.delete(call))
      pendingCalls.add(call)
    },
    /** Whether the signature of a callback is valid. */
    verifyCallback: (callback: UploadCallback, signature: string | undefined): boolean =>
      signature !== undefined && isSameHash(signCallback(callback), signature),
    /** Waits for pending callbacks. */
    settle: async (): Promise<void> => void (await Promise.allSettled(pendingCalls)),
  }
}
export type Storage = ReturnType<typeof createStorage>
