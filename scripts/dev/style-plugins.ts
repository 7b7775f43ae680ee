import type { AcceptedPlugin } from 'postcss'
import config from '../../postcss.config.mjs'

/** The family that `@fontsource-variable/noto-serif-sc` declares. */
const FULL_SERIF = 'Noto Serif SC Variable'

/**
 * Replaces font subsets during development: gives the full serif the family name that style sheets list
 * first, and removes local fallbacks of the display face, because the full face is loaded.
 */
function developmentFonts(): AcceptedPlugin {
  return {
    postcssPlugin: 'development-fonts',
    AtRule: {
      'font-face': (rule) => {
        let family = ''
        let isLocal = false
        rule.walkDecls((declaration) => {
          if (declaration.prop === 'src') isLocal = declaration.value.startsWith('local(')
          if (declaration.prop !== 'font-family') return
          if (declaration.value.includes(FULL_SERIF)) declaration.value = "'Site Serif'"
          family = declaration.value
        })
        if (isLocal && family.includes('Site Display')) rule.remove()
      },
    },
  }
}

/**
 * PostCSS plugins of the development server. Vite ignores `postcss.config.mjs` when plugins are passed
 * inline, so the plugins of the build are included: they resolve the breakpoints.
 */
export const createStylePlugins = (): AcceptedPlugin[] => [...config.plugins, developmentFonts()]
