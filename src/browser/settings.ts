import {
  CHUNK_RELOAD_INTERVAL_MS,
  IMAGE_ATTEMPTS,
  IMAGE_PRELOAD,
  INIT_DATA_KEY,
  LOADING,
  LOCALE_COOKIE,
  LOCALE_LIFETIME_MS,
  PREFETCH_IDLE_TIMEOUT_MS,
  REVEAL_THRESHOLD,
  ROUTE_ERROR_KEY,
  SPOKEN_MODULES,
} from '#config.ts'

/**
 * What the behaviours of a page need of the constants. It is printed into the state of each page: the
 * one script that brings them imports nothing, so that it stays one file.
 */
export const BEHAVIOURS = {
  barHideMs: LOADING.barHideDelayMs,
  chunkReloadMs: CHUNK_RELOAD_INTERVAL_MS,
  imageAttempts: IMAGE_ATTEMPTS,
  imagePreload: IMAGE_PRELOAD,
  initDataKey: INIT_DATA_KEY,
  localeCookie: LOCALE_COOKIE,
  localeLifetimeMs: LOCALE_LIFETIME_MS,
  prefetchIdleMs: PREFETCH_IDLE_TIMEOUT_MS,
  revealThreshold: REVEAL_THRESHOLD,
  routeErrorKey: ROUTE_ERROR_KEY,
  spokenModules: SPOKEN_MODULES,
}
export type BehaviourSettings = typeof BEHAVIOURS

/** What the state of a page holds for its behaviours (spec section 3, page state). */
export interface PageState {
  config: { locale: 'zh-cn' | 'en'; error_page: string; behaviours: BehaviourSettings }
}
