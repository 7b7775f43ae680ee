// @ts-check
import './scripts/prepare-build.ts'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import astroI18next from 'astro-i18next'
import { SITE_LOCALES, DEFAULT_LOCALE } from '#i18n/locales.ts'
import { localizedRoutes } from '#integrations/locales/localized-routes.ts'
import { renderer } from '#integrations/renderer/adapter.ts'
import { browserBundle } from '#integrations/bundle/browser-bundle.ts'
import { pageFonts } from '#integrations/fonts/page-fonts.ts'
import { inlineScripts } from '#integrations/bundle/inline-scripts.ts'
import { mediaFiles } from '#integrations/media/media-files.ts'
import { createContentPolicy } from '#integrations/policy/policy.ts'
import { responseHeaders } from '#integrations/policy/response-headers.ts'
import { languageParity } from '#integrations/seo/language-parity.ts'

// The publisher renders single pages when their content changes: `RENDERER=1 astro build` builds the server that
// renders them, without the integrations that process a whole site.
const isRenderer = process.env.RENDERER === '1'

export default defineConfig({
  ...(isRenderer && { output: 'server', adapter: renderer() }),
  site: process.env.SITE_URL || 'http://127.0.0.1:4321',
  trailingSlash: 'never',
  build: { format: 'file', concurrency: 4, inlineStylesheets: 'auto' },
  i18n: { locales: [...SITE_LOCALES], defaultLocale: DEFAULT_LOCALE },
  integrations: [
    react(),
    astroI18next({ configPath: './i18n/astro-i18next.config.cjs' }),
    localizedRoutes(),
    ...(isRenderer ? [] : [pageFonts(), mediaFiles(), responseHeaders(), languageParity()]),
  ],
  // The highlighter uses inline styles, which the policy forbids; no page is Markdown.
  markdown: { syntaxHighlight: false },
  prefetch: false,
  devToolbar: { enabled: false },
  vite: {
    plugins: [inlineScripts(), browserBundle()],
    define: { 'process.env.SITE_LOCALES': JSON.stringify(SITE_LOCALES.join(',')) },
    build: {
      // The content security policy allows no data: fonts. Style sheets over 2 KB are separate files, so that
      // browsers cache them across pages.
      assetsInlineLimit: (file, content) =>
        file.endsWith('.woff2') || (file.endsWith('.css') && content.length > 2000)
          ? false
          : undefined,
    },
  },
  security: {
    csp: createContentPolicy({
      googleClientId: process.env.GOOGLE_CLIENT_ID || undefined,
      fontBaseUrl: process.env.FONT_BASE_URL || undefined,
      imageCdnTemplate: process.env.IMAGE_CDN_TEMPLATE || undefined,
    }),
  },
})
