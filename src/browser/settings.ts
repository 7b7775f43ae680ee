import {
  CHUNK_RELOAD_INTERVAL_MS,
  IMAGE_ATTEMPTS,
  IMAGE_PRELOAD,
  INIT_DATA_KEY,
  TOKEN_STORAGE_KEY,
  LOADING,
  LOCALE_COOKIE,
  LOCALE_LIFETIME_MS,
  PREFETCH_IDLE_TIMEOUT_MS,
  REVEAL_THRESHOLD,
  LOGGED_MODULES,
} from '#config.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'

/**
 * Settings of the page behaviours. They are part of the state of each page, because the behaviours script
 * shares no module with others and stays a single file.
 */
export const BEHAVIOURS = {
  barHideMs: LOADING.barHideDelayMs,
  chunkReloadMs: CHUNK_RELOAD_INTERVAL_MS,
  imageAttempts: IMAGE_ATTEMPTS,
  imagePreload: IMAGE_PRELOAD,
  initDataKey: INIT_DATA_KEY,
  localeCookie: LOCALE_COOKIE,
  localeLifetimeMs: LOCALE_LIFETIME_MS,
  locales: SITE_LOCALES,
  prefetchIdleMs: PREFETCH_IDLE_TIMEOUT_MS,
  revealThreshold: REVEAL_THRESHOLD,
  tokenKey: TOKEN_STORAGE_KEY,
  loggedModules: LOGGED_MODULES,
}
type BehaviourSettings = typeof BEHAVIOURS

/** The part of the page state that behaviours use (spec section 3, page state). */
export interface PageState {
  /** `prefix`: the path prefix of the locale, empty for the default one. */
  config: { locale: Locale; prefix: string; behaviours: BehaviourSettings }
}
