import { expect, test } from 'vitest'
import type { HostedSite } from '#scripts/hosts/hosted-site.ts'
import { writeExample } from '#scripts/hosts/nginx/example.ts'
import { writeNginx } from '#scripts/hosts/nginx/write-nginx.ts'
import { createManifest, createManifestEntry } from '#scripts/serve/manifest.ts'
import { writeSmallSite } from '#tests/publish/small-site.ts'

const OPTIONS = {
  root: '/srv/dist',
  settings: '/srv/nginx',
  brotli: false,
  behindProxy: false,
  ca: '/etc/ssl/certs/ca-certificates.crt',
}

function describeSite(apiUrl: string, further: string[] = []): HostedSite {
  const content = { size: 1, hash: 'a'.repeat(64) }
  const names = [...writeSmallSite({ text: 'Teahouse', items: [] }).keys(), ...further]
  const files = names.map((name) => createManifestEntry(name, name, content, {}))
  return {
    folder: '/srv/dist',
    manifest: createManifest(files),
    https: { includeSubDomains: false },
    apiUrl,
  }
}

test.each([
  ['https://admin.example.org', 'admin.example.org:443'],
  ['http://admin.example.org', 'admin.example.org:80'],
  ['https://admin.example.org:8443/base', 'admin.example.org:8443'],
  ['http://[::1]:4330', '[::1]:4330'],
])('nginx connects to the port of %s', (apiUrl, server) => {
  const http = writeNginx(describeSite(apiUrl), OPTIONS).get('http.conf')
  expect(/upstream site_api \{\s+server (\S+);/.exec(http ?? '')?.[1]).toBe(server)
})

test('nginx verifies the certificate of an API with https, as our server does', () => {
  const readSite = (apiUrl: string) => writeNginx(describeSite(apiUrl), OPTIONS).get('site.conf')
  const secure = readSite('https://admin.example.org') ?? ''
  const proxies = secure.match(/proxy_pass https:/g) ?? []
  expect(proxies.length).toBeGreaterThan(0)
  expect(secure.match(/proxy_ssl_verify on;/g)).toHaveLength(proxies.length)
  expect(secure).toContain(`proxy_ssl_trusted_certificate "${OPTIONS.ca}";`)
  expect(readSite('http://admin.example.org')).not.toContain('proxy_ssl')
})

test.each([
  [false, '$remote_addr', '$scheme'],
  [true, '$proxy_add_x_forwarded_for', '$http_x_forwarded_proto'],
])('nginx forwards address and scheme, behind a proxy: %s', (behindProxy, address, scheme) => {
  const site = describeSite('https://admin.example.org')
  const settings = writeNginx(site, { ...OPTIONS, behindProxy }).get('site.conf')
  expect(settings).toContain(`proxy_set_header X-Forwarded-For ${address};`)
  expect(settings).toContain(`proxy_set_header X-Forwarded-Proto ${scheme};`)
})

test('nginx has room for the path of a file with a long name', () => {
  const file = '/.well-known/apple-developer-merchantid-domain-association'
  const site = describeSite('https://admin.example.org', [file])
  const http = writeNginx(site, OPTIONS).get('http.conf') ?? ''
  expect(http).toContain(`"${file}" `)
  // An entry consists of a pointer, the length, the key, and the pointer that ends its bucket.
  const size = Number(/^map_hash_bucket_size (\d+);$/m.exec(http)?.[1])
  expect(size).toBeGreaterThan(file.length + 2 + 3 * 8)
})

test('nginx reads folders with a space in their path', () => {
  const options = { ...OPTIONS, root: '/srv/my venue/dist', settings: '/srv/my venue/nginx' }
  const files = writeNginx(describeSite('https://admin.example.org'), options)
  const example = writeExample({ settings: options.settings, serverName: 'a.example', https: true })
  const lines = [...files.values(), example].flatMap((text) => text.split('\n'))
  const unquoted = lines.filter((line) => /^[^"]*\/srv\/my venue/.test(line))
  expect(unquoted).toEqual([])
})
