// Must be the first import of astro.config.mjs, because build modules read settings when they load.
import './lib/env-file.ts'
import { checkSettings } from './settings.ts'

checkSettings(['build'], process.env)
