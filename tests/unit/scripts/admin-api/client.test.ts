import { describe, expect, test } from 'vitest'
import { describeDevice, maskAddress, readAddress } from '#scripts/admin-api/client.ts'

describe('readAddress', () => {
  test.each([
    ['198.51.100.7', undefined, 0, '198.51.100.7'],
    ['127.0.0.1', '203.0.113.5', 0, '127.0.0.1'],
    ['127.0.0.1', '203.0.113.5', 1, '203.0.113.5'],
    ['127.0.0.1', 'spoofed, 10.0.0.1, 203.0.113.5', 1, '203.0.113.5'],
    ['127.0.0.1', '203.0.113.5, 127.0.0.1', 2, '203.0.113.5'],
    ['127.0.0.1', '', 1, '127.0.0.1'],
    ['127.0.0.1', 'nonsense', 1, 'unknown'],
    ['127.0.0.1', '203.0.113.5:51234', 1, '203.0.113.5'],
    ['127.0.0.1', '[2001:db8:1:2:3:4:5:6]:51234', 1, '2001:db8:1:2::/64'],
    ['::ffff:203.0.113.5', undefined, 0, '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
    [undefined, undefined, 0, 'unknown'],
  ])('reads peer %s, X-Forwarded-For %s and %i proxies as %s', (peer, forwarded, hops, address) => {
    expect(readAddress(peer, forwarded, hops)).toBe(address)
  })

  test('reads 10,000 spoofed chains as one address', () => {
    const addresses = new Set<string>()
    for (let n = 0; n < 10_000; n += 1) {
      addresses.add(readAddress('127.0.0.1', `10.${n % 256}.${n >> 8}.1, 203.0.113.5`, 1))
    }
    expect([...addresses]).toEqual(['203.0.113.5'])
  })
})

test('masks the last part of an address shown to members', () => {
  expect(maskAddress('203.0.113.5')).toBe('203.0.113.*')
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome · Windows',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile Safari/604.1', 'Safari · iOS'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 MicroMessenger/8.0', 'WeChat · Android'],
  [
    'Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.13.0) Chrome/114.0 HuaweiBrowser/15.0 Mobile Safari/537.36',
    'Chrome · HarmonyOS',
  ],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) Chrome/114.0 Safari/537.36', 'Chrome · HarmonyOS'],
  [undefined, '—'],
])('describes the device of %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})
