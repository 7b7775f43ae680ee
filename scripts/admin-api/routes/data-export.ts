import type { Deps } from '../deps.ts'
import { notAllowed } from '../errors.ts'
import type { App } from '../http.ts'
import { createArchive } from '../personal-data/create-archive.ts'
import { readLanguage } from '../request.ts'
import { isSignedLink } from '../security/signed-link.ts'
import { formatTime } from '../venue-time.ts'

/** Download of a member's personal data, by a signed link that is valid for five minutes. */
export function mountDataExport(app: App, deps: Deps): void {
  app.get('/api/account/export/:name{[1-9][0-9]{0,8}\\.zip}', (context) => {
    const userId = Number.parseInt(context.req.param('name'), 10)
    const query = context.req.query()
    const lang = readLanguage(query['lang'])
    const now = deps.now()
    if (!isSignedLink(deps.secrets, `${context.req.path}?lang=${lang}`, query, now)) {
      throw notAllowed('file link not valid')
    }
    const name = `my-data-${formatTime(now).slice(0, 10)}.zip`
    return context.body(createArchive(deps, { userId, lang, now }), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
  })
}
