import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'
import { SETTING_NAMES } from '#scripts/settings.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../../deploy')
const ServiceSchema = v.object({
  environment: v.optional(v.record(v.string(), v.string()), {}),
  stop_grace_period: v.optional(v.string()),
  depends_on: v.optional(
    v.union([v.array(v.string()), v.record(v.string(), v.object({ condition: v.string() }))]),
    [],
  ),
  command: v.optional(v.array(v.string()), []),
  ports: v.optional(v.array(v.string()), []),
  volumes: v.optional(v.array(v.string()), []),
  healthcheck: v.optional(v.object({ test: v.array(v.string()) })),
  read_only: v.optional(v.boolean(), false),
  cap_drop: v.optional(v.array(v.string()), []),
  security_opt: v.optional(v.array(v.string()), []),
})
const ComposeSchema = v.object({ services: v.record(v.string(), ServiceSchema) })

const { services } = v.parse(
  ComposeSchema,
  parse(await readFile(path.join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }),
)
const balancer = await readFile(path.join(DEPLOY, 'nginx-balancer.conf'), 'utf8')

/** Variables read by the S3 client itself, not by this product. */
const S3_CLIENT_VARIABLES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
const sites = Object.keys(services).filter((name) => name.startsWith('site-'))

/** Environment of a service, with a sample value for each variable that the operator must set. */
const readSettings = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      value
        .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
        .replaceAll(/\$\{\w+:\?\}/g, 'a-value-of-thirty-two-letters-at-least'),
    ]),
  )

describe('deploy/compose.yaml', () => {
  test('gives the three site processes valid settings with known names', () => {
    expect(sites).toHaveLength(3)
    for (const name of [...sites, 'migrate']) {
      const settings = readSettings(name)
      const knownNames = new Set<string>([...SETTING_NAMES, ...S3_CLIENT_VARIABLES])
      expect(Object.keys(settings).filter((key) => !knownNames.has(key))).toEqual([])
      expect(readAdminApiConfig(settings).database.kind).toBe('server')
    }
  })

  test('waits for open requests before it kills a site process', () => {
    for (const name of sites) {
      const seconds = Number.parseInt(services[name]?.stop_grace_period ?? '', 10)
      expect(seconds).toBe(Number(readSettings(name)['DRAIN_SECONDS']) + 40)
    }
  })

  test('restricts the site processes as the systemd unit does', async () => {
    const unit = await readFile(path.join(DEPLOY, 'entracte.service'), 'utf8')
    expect(unit).toMatch(/^NoNewPrivileges=yes\nCapabilityBoundingSet=$/m)
    for (const name of sites) {
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    }
  })

  test('refers to existing services and the ports that they listen on', () => {
    const { DATABASE_URL = '', STORAGE_URL = '', SITE_PORT = '' } = readSettings('site-1')
    expect(new URL(DATABASE_URL).host).toBe('database:5432')
    const endpoint = new URL(STORAGE_URL).searchParams.get('endpoint') ?? ''
    expect(new URL(endpoint).host).toBe('store:9000')
    const upstreams = [...balancer.matchAll(/server (\S+):(\d+) max_fails/g)]
    expect(upstreams.map(([, host]) => host)).toEqual(sites)
    expect(upstreams.map(([, , port]) => port)).toEqual(sites.map(() => SITE_PORT))
    const listenPort = /listen (\d+);/.exec(balancer)?.[1] ?? ''
    expect(services['balancer']?.ports.map((port) => port.split(':')[1])).toEqual([listenPort])
  })

  test('starts site processes after the migration, and the migration after a healthy database', () => {
    for (const { depends_on: dependencies } of Object.values(services)) {
      const names = Array.isArray(dependencies) ? dependencies : Object.keys(dependencies)
      expect(names.filter((name) => !(name in services))).toEqual([])
    }
    for (const name of sites) {
      expect(services[name]?.depends_on).toMatchObject({
        migrate: { condition: 'service_completed_successfully' },
      })
    }
    expect(services['migrate']?.depends_on).toEqual({
      database: { condition: 'service_healthy' },
    })
    expect(services['database']?.healthcheck?.test).toContain('pg_isready')
  })
})
