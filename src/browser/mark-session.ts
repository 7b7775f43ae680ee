import { TOKEN_STORAGE_KEY } from '#config.ts'
import { hasSession } from './account-link.ts'

// Entry of an inline script (`components/section/SessionMark.astro`): sets `data-member` on the root element
// before the first paint if a session is stored, for style sheets.
document.documentElement.toggleAttribute('data-member', hasSession(window, TOKEN_STORAGE_KEY))
