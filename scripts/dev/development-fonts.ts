import type { AcceptedPlugin } from 'postcss'

/** The family that `@fontsource-variable/noto-serif-sc` declares. */
const WHOLE_SERIF = 'Noto Serif SC Variable'

/**
 * Fonts while developing, when nothing is cut for a page: the whole serif goes by the name that style
 * sheets use first, and no system font stands in for a display face that is there from the start.
 */
export function developmentFonts(): AcceptedPlugin {
  return {
    postcssPlugin: 'development-fonts',
    AtRule: {
      'font-face': (rule) => {
        let family = ''
        let isLocal = false
        rule.walkDecls((declaration) => {
          if (declaration.prop === 'src') isLocal = declaration.value.startsWith('local(')
          if (declaration.prop !== 'font-family') return
          if (declaration.value.includes(WHOLE_SERIF)) declaration.value = "'House Serif'"
          family = declaration.value
        })
        if (isLocal && family.includes('House Display')) rule.remove()
      },
    },
  }
}
