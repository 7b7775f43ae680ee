/// <reference types="astro/client" />

declare module '*.css?url' {
  const url: string
  export default url
}

// The package has types, but its `exports` hide them.
declare module 'astro-i18next' {
  export default function astroI18next(options: {
    configPath: string
  }): import('astro').AstroIntegration
}
