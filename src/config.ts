// Constants of spec section 9. Shipped to browsers: keep it small.

/** Cookie of the language preference and its lifetime in ms (7 days). */
export const LOCALE_COOKIE = 'chooseLanguage'
export const LOCALE_LIFETIME_MS = 604_800_000

/** Initial client state of `token`, until local storage is read. */
export const TOKEN_UNREAD = 2
export const TOKEN_STORAGE_KEY = 'token'

/** Breakpoints in px: mobile layout up to and including the first one. */
export const BREAKPOINTS = { mobile: 767, small: 1024, medium: 1440, large: 1920 } as const

export const FETCH_MINIMUM_DELAY_MS = 200
export const FETCH_TIMEOUT_MS = 15_000
export const PREFETCH_IDLE_TIMEOUT_MS = 2000
export const TOAST_TIMEOUT_MS = 3000
export const FONT_LOAD_TIMEOUT_MS = 1_000_000
/** Network timeout when checking for cached fonts: `browser/page-fonts.ts` reads the cache only. */
export const FONT_CHECK_TIMEOUT_MS = 0
export const LOADING = {
  slowAt: 90,
  slowAfterMs: 5000,
  stopAt: 99,
  failureDelayMs: 300,
  barHideDelayMs: 500,
} as const
/** Values of the mask's style sheet. */
export const MASK = { zIndex: 100, barWidthPx: 306 } as const
export const IMAGE_PRELOAD = 1.3
export const IMAGE_ATTEMPTS = 3
export const REVEAL_THRESHOLD = 0.05
/** The error of unknown paths and unknown items (spec section 8). */
export const NOT_FOUND = { status: 404, message: 'This page could not be found' } as const
/** Defaults for an error without status or message (spec section 2). */
export const ROUTE_ERROR = { status: 500, message: 'Error' } as const
/** Session storage key under which a page passes its error to the error page. */
export const ROUTE_ERROR_KEY = 'route-error'
export const CHUNK_RELOAD_INTERVAL_MS = 60_000
export const VIDEO_MAX_S = 300
/** Session storage key of the last init data of a tab, for the islands of its pages. */
export const INIT_DATA_KEY = 'init-data'
/**
 * Modules whose console messages are shown in production, as `[init] …`; `astro-island` reports failed
 * hydration. All other messages are silenced (spec section 8).
 */
export const LOGGED_MODULES: readonly string[] = ['astro-island', 'fonts', 'init']

/** Local storage key of the cached set of shared fonts, which makes the mask unnecessary. */
export const FONT_SET_KEY = 'fontSet'
/** The fonts of a page, in the JSON script `#page-fonts`. */
export interface PageFonts {
  /** Style sheet of the full serif, for characters that no other file contains. */
  wholeSerif: string
  /** Whether a mask covers the page until `first` is loaded. */
  hasMask: boolean
  /** Style sheet of the faces that pages share. */
  sheet: string
  /** Base URL of font files, with a trailing slash. */
  base: string
  /** Identifies the shared faces that masks wait for. */
  set: string
  /** The five faces that the mask waits for: file names without folder and extension. */
  first: string[]
  /**
   * All files of the text, for visitors without a mask: shared files, and subsets for the characters that
   * these lack. Includes the faces of the mask but its body text, whose characters are in other files too.
   */
  rest: string[]
  /** The files of the end of a long text, loaded on scroll. */
  late: string[]
  /** On pages with islands: style sheet of slices for dynamic text. */
  slices?: string
  /** On other pages: the same, for text that is loaded on interaction, such as the menu. */
  slicesOnDemand?: string
}

/** An entry of `/drama/upcoming.json`. */
export interface AnnouncedShow {
  /** ISO time. */
  startsAt: string
  /** Day and time in words. */
  when: string
  title: string
  place: string
  href: string
  /** Name of its poster (`/art-NAME.json`). */
  art: string
}
