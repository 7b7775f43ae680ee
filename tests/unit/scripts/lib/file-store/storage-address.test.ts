import { expect, test } from 'vitest'
import { parseStorageUrl } from '#scripts/lib/file-store/storage-address.ts'

test.each([
  ['s3://theatre', { bucket: 'theatre', region: 'us-east-1', endpoint: undefined }],
  [
    's3://theatre.uploads?region=eu-central-1',
    { bucket: 'theatre.uploads', region: 'eu-central-1', endpoint: undefined },
  ],
  [
    's3://theatre?endpoint=https://storage.example.org:9000',
    { bucket: 'theatre', region: 'us-east-1', endpoint: 'https://storage.example.org:9000' },
  ],
])('parses %s as a bucket address', (text, address) => {
  expect(parseStorageUrl(text)).toEqual(address)
})

test.each([
  '',
  'theatre',
  'https://theatre.s3.amazonaws.com',
  's3://',
  's3://Theatre_Uploads',
  's3://theatre/folder',
  's3://theatre?endpoint=storage.example.org',
  's3://theatre?endpoint=ftp://storage.example.org',
  's3://theatre?key=secret',
])('refuses %j as a bucket address', (text) => {
  expect(parseStorageUrl(text)).toBeNull()
})
