import * as v from 'valibot'
import { ExpectedError } from './expected-error.ts'

/** A setting that stops the start: each line names a variable and what was expected. */
export class ConfigError extends ExpectedError {
  override name = 'ConfigError'
}

type Environment = Record<string, string | undefined>

/**
 * Reads the variables of a schema from the environment; a variable that is set but empty counts as
 * not set, because `NAME=` in an .env file means "take the default".
 * @throws ConfigError naming every wrong variable
 */
export function readConfig<Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  environment: Environment = process.env,
): v.InferOutput<Schema> {
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  const result = v.safeParse(schema, Object.fromEntries(given))
  if (result.success) return result.output
  const lines = result.issues.map((issue) => {
    const name = v.getDotPath(issue)
    // A rule about several variables names them in its own words.
    return name === null ? issue.message : `${name}: ${issue.message}`
  })
  throw new ConfigError(`The configuration is not right.\n${lines.join('\n')}`)
}

/** A port number as it stands in the environment; 0 takes any free port. */
export const PortSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'expected a port number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'expected a port number from 0 to 65535'),
)
