import * as v from 'valibot'
import { ExpectedError } from './expected-error.ts'
import { formatCount } from './format-count.ts'

/** Settings that stop the start: each line names a variable, its value and what was expected. */
export class ConfigError extends ExpectedError {
  override name = 'ConfigError'
}

/** Variables by name. */
export type Environment = Record<string, string | undefined>

/** A variable that is wrong. */
export interface SettingFault {
  /** Null for a rule that names its variables in its own words. */
  name: string | null
  message: string
}

/** Values that must not appear in a log. */
const SECRET = /SECRET|PASSWORD|TOKEN/

function describeGiven(name: string, value: string | undefined): string {
  if (value === undefined || value === '') return 'not set'
  return SECRET.test(name) ? `given ${value.length} characters` : `given "${value}"`
}

/**
 * A variable that is set but empty counts as not set, because `NAME=` in an .env file means "take the
 * default".
 */
const withoutEmpty = (environment: Environment) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** Lists every variable that a schema refuses. */
export function findSettingFaults(
  schema: v.GenericSchema<unknown, unknown>,
  environment: Environment,
): SettingFault[] {
  const { issues = [] } = v.safeParse(schema, withoutEmpty(environment))
  return issues.map((issue) => {
    const name = v.getDotPath(issue)
    if (name === null) return { name, message: issue.message }
    return { name, message: `${name}: ${describeGiven(name, environment[name])}, ${issue.message}` }
  })
}

/** @throws ConfigError when there are faults */
export function refuseFaults(faults: readonly SettingFault[]): void {
  if (faults.length === 0) return
  const lines = faults.map(({ message }) => `  ${message}`)
  throw new ConfigError(
    `The configuration has ${formatCount(faults.length, 'fault')}:\n${lines.join('\n')}`,
  )
}

/**
 * Reads the variables of a schema from the environment.
 * @throws ConfigError naming every wrong variable
 */
export function readConfig<Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  environment: Environment = process.env,
): v.InferOutput<Schema> {
  refuseFaults(findSettingFaults(schema, environment))
  return v.parse(schema, withoutEmpty(environment))
}

/**
 * A whole number as it stands in the environment.
 * @param what names what is counted, for the message
 */
export const createCountSchema = (what: string, least: number, most: number) => {
  const expected = `expected a whole number of ${what} from ${least} to ${most}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, expected),
    v.transform(Number),
    v.minValue(least, expected),
    v.maxValue(most, expected),
  )
}

/** A port number as it stands in the environment; 0 takes any free port. */
export const PortSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'expected a port number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'expected a port number from 0 to 65535'),
)

/** A switch as it stands in the environment. */
export const BooleanSchema = v.pipe(
  v.picklist(['true', 'false'], 'expected true or false'),
  v.transform((value) => value === 'true'),
)
