// The first import of astro.config.mjs: modules of the build read their settings as they are loaded.
import './lib/env-file.ts'
import { checkSettings } from './settings.ts'

checkSettings(['build'], process.env)
