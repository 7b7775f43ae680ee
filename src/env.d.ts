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

declare namespace App {
  interface Locals {
    /** The language of the page, and its texts; set by the middleware. */
    locale: import('#i18n/locales.ts').Locale
    t: import('#i18n/messages.ts').Translate
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
