import type { AcceptedPlugin } from 'postcss'
import config from '../../postcss.config.mjs'
import { developmentFonts } from './development-fonts.ts'

/**
 * PostCSS plugins of the development server. Vite ignores `postcss.config.mjs` once it is given plugins, so
 * those of the build come first: without them no style sheet would have breakpoints.
 */
export const createStylePlugins = (): AcceptedPlugin[] => [...config.plugins, developmentFonts()]
