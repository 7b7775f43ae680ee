import type { AcceptedPlugin } from 'postcss'
import config from '../../postcss.config.mjs'
import { developmentFonts } from './development-fonts.ts'

/**
 * PostCSS plugins of the development server. Vite ignores `postcss.config.mjs` when plugins are passed
 * inline, so the plugins of the build are included: they resolve the breakpoints.
 */
export const createStylePlugins = (): AcceptedPlugin[] => [...config.plugins, developmentFonts()]
