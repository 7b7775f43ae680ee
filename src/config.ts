// Constants of spec section 9, each said once. Shipped to browsers: keep it small.

/** Language preference: cookie name and how long it lasts, in ms (7 days). */
export const LOCALE_COOKIE = 'chooseLanguage'
export const LOCALE_LIFETIME_MS = 604_800_000

/** Client state `token` before local storage was read. */
export const TOKEN_UNREAD = 2
export const TOKEN_STORAGE_KEY = 'token'

/** Breakpoints in px: mobile layout up to and including the first one. */
export const BREAKPOINTS = { mobile: 767, small: 1024, medium: 1440, large: 1920 } as const

export const FETCH_MINIMUM_DELAY_MS = 200
export const FETCH_TIMEOUT_MS = 15_000
export const PREFETCH_IDLE_TIMEOUT_MS = 2000
export const TOAST_TIMEOUT_MS = 3000
export const FONT_LOAD_TIMEOUT_MS = 1_000_000
/** How long the check of cached fonts waits for the network: `browser/page-fonts.ts` asks the cache alone. */
export const FONT_CHECK_TIMEOUT_MS = 0
export const LOADING = {
  slowAt: 90,
  slowAfterMs: 5000,
  stopAt: 99,
  failureDelayMs: 300,
  barHideDelayMs: 500,
} as const
/** What its style sheet draws. */
export const MASK = { zIndex: 100, barWidthPx: 306 } as const
export const IMAGE_PRELOAD = 1.3
export const IMAGE_ATTEMPTS = 3
export const REVEAL_THRESHOLD = 0.05
/** The error of unknown paths and of items that do not exist (spec section 8). */
export const NOT_FOUND = { status: 404, message: 'This page could not be found' } as const
/** What the error page shows of an error without status or message (spec section 2). */
export const ROUTE_ERROR = { status: 500, message: 'Error' } as const
/** Where a page that failed in the browser leaves its error for the error page, for one visit. */
export const ROUTE_ERROR_KEY = 'route-error'
export const CHUNK_RELOAD_INTERVAL_MS = 60_000
export const VIDEO_MAX_S = 300
/** Where a tab keeps the init data that it read last, for the islands of its pages. */
export const INIT_DATA_KEY = 'init-data'
/**
 * Modules whose messages the console shows in production, as `[init] …`; `astro-island` speaks of
 * parts of a page that cannot come to life. Everything else is silenced (spec section 8).
 */
export const LOGGED_MODULES: readonly string[] = [
  'astro-island',
  'chunk',
  'fonts',
  'images',
  'init',
  'mask',
]

/** Where a browser notes which shared fonts it has: the mask stays away then. */
export const FONT_SET_KEY = 'fontSet'
/** What a page says of its fonts, in the JSON script `#page-fonts`. */
export interface PageFonts {
  /** Style sheet of every character that the serif has: for what no file of the site holds. */
  wholeSerif: string
  /** Whether a mask covers the page until `first` has come. */
  hasMask: boolean
  /** Style sheet of the faces that pages share. */
  sheet: string
  /** Where files of fonts stand, with a slash at the end. */
  base: string
  /** Names the shared faces that masks wait for. */
  set: string
  /** The five faces of the first screen, and those of the rest: names without folder and ending. */
  first: string[]
  rest: string[]
  /** What the far end of a long text needs beside them. */
  late: string[]
  /** On pages with islands: style sheet of what text that comes later is likely to need. */
  slices?: string
  /** On other pages: the same, for text that a reader opens. */
  slicesOnDemand?: string
}

/** A show as `/drama/upcoming.json` lists it. */
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
