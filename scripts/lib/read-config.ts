import * as v from 'valibot'
import { ExpectedError } from './expected-error.ts'
import { formatCount } from './format-count.ts'

/** Invalid settings: each line names a variable, its value and the expected value. */
export class ConfigError extends ExpectedError {
  override name = 'ConfigError'
  /** A restart would not help (sysexits.h, EX_CONFIG). */
  override exitCode = 78
}

/** Variables by name. */
export type Environment = Record<string, string | undefined>

/** An invalid variable. */
export interface SettingFault {
  /** Null for a rule whose message names its variables. */
  name: string | null
  message: string
}

/** Names of variables whose values must not be logged. */
const SECRET = /SECRET|PASSWORD|TOKEN|DATABASE_URL/
/** An address with a user and possibly a password, also one without `//`. */
const WITH_CREDENTIALS = /:.*@/
/** PEM, or the bare base64 of some providers. */
const KEY = /-----BEGIN|^[\w+/=\s]{200,}$/

/** Whether a value is a private key rather than the path of its file. */
export const isKeyItself = (value: string): boolean => KEY.test(value)

function describeGiven(name: string, value: string | undefined): string {
  if (value === undefined || value === '') return 'not set'
  const isSecret = SECRET.test(name) || WITH_CREDENTIALS.test(value) || isKeyItself(value)
  return isSecret ? `given ${formatCount(value.length, 'character')}` : `given "${value}"`
}

/**
 * Drops empty variables, because `NAME=` in an .env file selects the default.
 */
export const omitEmpty = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** Lists every invalid variable of a schema. */
export function findSettingFaults(
  schema: v.GenericSchema<unknown, unknown>,
  environment: Environment,
): SettingFault[] {
  const { issues = [] } = v.safeParse(schema, omitEmpty(environment))
  return issues.map((issue) => {
    const name = v.getDotPath(issue)
    if (name === null) return { name, message: issue.message }
    return { name, message: `${name}: ${describeGiven(name, environment[name])}, ${issue.message}` }
  })
}

/** @throws ConfigError when there are faults */
export function throwFaults(faults: readonly SettingFault[]): void {
  if (faults.length === 0) return
  const lines = faults.map(({ message }) => `  ${message}`)
  throw new ConfigError(
    `The configuration has ${formatCount(faults.length, 'fault')}:\n${lines.join('\n')}`,
  )
}

/**
 * Reads the variables of a schema from the environment.
 * @throws ConfigError naming every invalid variable
 */
export function readConfig<Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  environment: Environment = process.env,
): v.InferOutput<Schema> {
  throwFaults(findSettingFaults(schema, environment))
  return v.parse(schema, omitEmpty(environment))
}

/**
 * Schema of a whole number in the environment.
 * @param what the counted unit, for the message
 */
export const createCountSchema = (what: string, min: number, max: number) => {
  const expected = `expected a whole number of ${what} from ${min} to ${max}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, expected),
    v.transform(Number),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  )
}

/** Schema of a port number in the environment; 0 selects any free port. */
export const PortSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'expected a port number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'expected a port number from 0 to 65535'),
)

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Schema of a log level in the environment. */
export const LogLevelSchema = v.picklist(LOG_LEVELS, `expected one of ${LOG_LEVELS.join(', ')}`)

/** Variables of programs that serve metrics; without a port, metrics are disabled. */
export const METRICS_SETTINGS = {
  METRICS_PORT: v.optional(PortSchema),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
}

/**
 * Schema of an http or https address in the environment, without credentials, which fetch does not accept.
 * @param example for the message
 */
export const createUrlSchema = (example: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      `expected an address like ${example}`,
    ),
    v.check(
      (text) => !URL.parse(text)?.username && !URL.parse(text)?.password,
      'expected an address without a user and a password',
    ),
  )

/** Schema of the address of a service in the environment. @param standard used unless another one is set */
export const createServiceUrlSchema = (standard: string) =>
  v.optional(createUrlSchema(standard), standard)

/** Schema of an optional text in the environment. @param expected the message for other texts */
export const createTextSchema = (pattern: RegExp, expected: string) =>
  v.optional(v.pipe(v.string(), v.regex(pattern, expected)))

/** Schema of a boolean in the environment. */
export const BooleanSchema = v.pipe(
  v.picklist(['true', 'false'], 'expected true or false'),
  v.transform((value) => value === 'true'),
)
