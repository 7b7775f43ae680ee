// Reads `.env` of the project folder into the environment: for every program, which gets it with
// `createProgram`, and for `astro build` by its configuration. Variables that are set win. Under
// NODE_ENV=test the file is left alone, so that results do not depend on a developer's own settings.
import { existsSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../.env')
if (process.env['NODE_ENV'] !== 'test' && existsSync(file)) process.loadEnvFile(file)
