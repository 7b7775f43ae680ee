import { TOKEN_STORAGE_KEY } from '#config.ts'
import { hasSession } from './account-link.ts'

// Entry of an inline script (`components/section/SessionMark.astro`): `data-member` of the document tells
// style sheets before the first paint whether a session is stored.
document.documentElement.toggleAttribute(
  'data-member',
  hasSession(() => localStorage, TOKEN_STORAGE_KEY),
)
