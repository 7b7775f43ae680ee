// @ts-check
import './scripts/prepare-build.ts'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import astroI18next from 'astro-i18next'
import { LOCALES, DEFAULT_LOCALE } from '#i18n/locales.ts'
import { localizedRoutes } from '#i18n/localized-routes.ts'
import { browserBundle } from '#content/browser-bundle.ts'
import { pageFonts } from '#content/fonts/page-fonts.ts'
import { inlineScripts } from '#content/inline-scripts.ts'
import { mediaFiles } from '#content/media-files.ts'
import { contentPolicy } from '#content/policy.ts'
import { responseHeaders } from '#content/response-headers.ts'
import { itemRoutes } from '#content/item-routes.ts'
import { languageParity } from '#content/seo/language-parity.ts'

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://127.0.0.1:4321',
  trailingSlash: 'never',
  build: { format: 'file', concurrency: 4, inlineStylesheets: 'auto' },
  i18n: { locales: [...LOCALES], defaultLocale: DEFAULT_LOCALE },
  integrations: [
    react(),
    astroI18next({ configPath: './i18n/astro-i18next.config.cjs' }),
    localizedRoutes(),
    pageFonts(),
    mediaFiles(),
    itemRoutes(),
    responseHeaders(),
    languageParity(),
  ],
  // No page is Markdown; the highlighter would colour by inline styles, which the policy forbids.
  markdown: { syntaxHighlight: false },
  prefetch: false,
  devToolbar: { enabled: false },
  vite: {
    plugins: [inlineScripts(), browserBundle()],
    // The content security policy allows no data: fonts.
    build: { assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined) },
  },
  security: {
    csp: contentPolicy({
      googleClientId: process.env.GOOGLE_CLIENT_ID || undefined,
      fontBaseUrl: process.env.FONT_BASE_URL || undefined,
      imageCdnTemplate: process.env.IMAGE_CDN_TEMPLATE || undefined,
    }),
  },
})
