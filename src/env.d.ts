/// <reference types="astro/client" />

declare module '*.css?url' {
  const url: string
  export default url
}

/** A module as one classic script, with its hash for the policy (integrations/bundle/inline-scripts.ts). */
declare module '*?inline-script' {
  export const code: string
  export const hash: `sha256-${string}`
}

// The package has types, but its `exports` hide them.
declare module 'astro-i18next' {
  export default function astroI18next(options: {
    configPath: string
  }): import('astro').AstroIntegration
}

/** The events by which the scripts and islands of a page communicate. */
interface WindowEventMap {
  /** New init data; null if the API sends none. */
  initdata: CustomEvent<(import('#browser/show-site.ts').FooterData & { lang?: unknown }) | null>
  /** The language choice was stored. */
  languagechoice: Event
  /** An object to fill with the headers of every request. */
  requestheaders: CustomEvent<Record<string, string>>
  /** A change of the query in place. */
  parameter: CustomEvent<import('#browser/route-changes.ts').RouteChange>
  /** Data of an island starts loading, or has loaded. */
  dataloading: Event
  dataloaded: Event
  /** The prerendered states were refreshed. */
  livefacts: Event
  /** A booking changes the places, so the states must be refreshed. */
  availabilitychange: Event
  /** A login, a logout or a renewed token. */
  sessionchange: Event
  // Of Astro and Vite.
  'astro:hydration-error': CustomEvent<{ error: unknown }>
  'vite:preloadError': Event & { payload?: unknown }
}

declare namespace App {
  interface Locals {
    /** The language of the page, and its texts; set by the middleware. */
    locale: import('#i18n/locales.ts').Locale
    t: import('#i18n/messages.ts').Translate
    /** The language and the message files of an island, for its props. */
    getIslandProps: <I extends import('#i18n/island-areas.ts').Island>(
      island: I,
    ) => import('#i18n/island-areas.ts').IslandProps<I>
    /** The enabled sections in the order of the navigation, set by the middleware. */
    sections: readonly import('#api/sections.ts').Section[]
    /** Called with the error of a page rendered by the publisher. */
    onError?: (error: unknown) => void
  }
}

declare namespace NodeJS {
  interface ProcessEnv {
    /** Comma-separated languages of the site, the default first (i18n/locales.ts). */
    SITE_LOCALES?: string
  }
}
