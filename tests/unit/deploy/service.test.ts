import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError } from '#scripts/lib/read-config.ts'
import { publishFirstSite } from '#scripts/publish/publish-first-site.ts'

const FILE = path.resolve(import.meta.dirname, '../../../deploy/entracte.service')

/** The error of a first start at an address that is not that of an admin API. */
const findUnusableApi = (): Promise<unknown> =>
  publishFirstSite({
    publish: async () => ({ kind: 'stopped', reason: '' }),
    probe: async () => ({ kind: 'unusable', reason: 'GET /api/index/init responds 404' }),
    noteWaiting() {},
    report() {},
    pause: async () => {},
  }).catch((error: unknown) => error)

test('deploy/entracte.service does not restart after faults that a restart cannot fix', async () => {
  const text = await readFile(FILE, 'utf8')
  const codes = /^RestartPreventExitStatus=(.+)$/m.exec(text)?.[1]?.split(' ').map(Number) ?? []
  const faults = [await findUnusableApi(), new ConfigError('SITE_PORT: given "x"')]
  for (const fault of faults) expect(codes).toContain(Reflect.get(Object(fault), 'exitCode'))
})
