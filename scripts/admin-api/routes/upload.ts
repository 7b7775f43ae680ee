import { create as createDisposition } from 'content-disposition'
import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { notAllowed, notFound } from '../errors.ts'
import { findUpload, getFileName } from '../modules/upload/rows.ts'
import { isSignedLink } from '../security/signed-link.ts'
import { serveFile } from './files.ts'
import { mountTus } from './upload-tus.ts'

/** Members' files are served as downloads in a sandbox, so that they cannot run scripts or load anything. */
const FILE_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}
const AVATAR_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
}

/** Members' files: uploads to the embedded storage, and downloads. */
export function mountUploads(app: App, deps: Deps): void {
  const { db, secrets, storage, now } = deps
  mountTus(app, deps)

  app.get('/api/upload/file/:id{[1-9][0-9]{0,8}}', async (context) => {
    if (!isSignedLink(secrets, context.req.path, context.req.query(), now())) {
      throw notAllowed('file link not valid')
    }
    const row = await findUpload(db.query, Number(context.req.param('id')))
    if (row?.state !== 'ready') throw notFound()
    const disposition = createDisposition(getFileName(row))
    const object = storage.open(row.key)
    if (object.kind === 'remote') {
      const link = await object.createLink({ mime: row.mime, disposition })
      return context.redirect(link, 303)
    }
    const headers = { ...FILE_HEADERS, 'content-disposition': disposition }
    return serveFile(context, object, { mime: row.mime, headers })
  })

  app.get('/api/upload/avatar/:name{[0-9a-f]{32}\\.webp}', async (context) => {
    const [key = ''] = context.req.param('name').split('.')
    const row = await db.query
      .selectFrom('upload')
      .select('mime')
      .where('key', '=', key)
      .where('kind', '=', 'avatar')
      .where('state', '=', 'ready')
      .executeTakeFirstOrThrow(notFound)
    // Proxied from the object store: pages may only show pictures of their own origin.
    return serveFile(context, storage.open(key), { mime: row.mime, headers: AVATAR_HEADERS })
  })
}
