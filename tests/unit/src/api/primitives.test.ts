import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  DaySchema,
  EmailSchema,
  FenSchema,
  HrefSchema,
  IdSchema,
  MediaUrlSchema,
  MonthSchema,
  QueryIdSchema,
  TimeSchema,
  TimeZoneSchema,
} from '#api/primitives.ts'

const read = (schema: v.GenericSchema<unknown, unknown>, input: unknown) => {
  const result = v.safeParse(schema, input)
  return result.success ? result.output : 'refused'
}

describe('link target schema', () => {
  test.each([
    '/',
    '/drama/detail?id=3',
    '/course/home#dates',
    'https://example.org/a',
    'http://example.org',
    'mailto:box@example.org',
    'tel:+862112345678',
    '#rules',
  ])('accepts %s', (href) => {
    expect(read(HrefSchema, href)).toBe(href)
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    'https:/evil.example',
    'drama/detail',
    '',
    `/${'a'.repeat(2000)}`,
  ])('refuses %s', (href) => {
    expect(read(HrefSchema, href)).toBe('refused')
  })
})

describe('e-mail address schema', () => {
  test.each(["mary.o'hara@example.org", 'lin+news@mail.example.org', 'a@example.xn--fiqs8s'])(
    'accepts %s',
    (address) => {
      expect(read(EmailSchema, ` ${address} `)).toBe(address)
    },
  )

  test.each([
    'lin',
    'lin@localhost',
    'lin@example.',
    'lin@1.2.3.4',
    'lin lin@example.org',
    '@example.org',
  ])('refuses %s', (address) => {
    expect(read(EmailSchema, address)).toBe('refused')
  })
})

describe('media URL schema', () => {
  test.each(['/media/a.jpg', 'a.jpg', 'folder/a.jpg', 'https://cdn.example.org/a.jpg'])(
    'accepts %s',
    (url) => {
      expect(read(MediaUrlSchema, url)).toBe(url)
    },
  )

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//evil.example/a.jpg',
    String.raw`/\evil.example/a.jpg`,
    '../secret',
    '',
  ])('refuses %s', (url) => {
    expect(read(MediaUrlSchema, url)).toBe('refused')
  })
})

describe('query id schema', () => {
  test('parses a number', () => {
    expect(read(QueryIdSchema, '42')).toBe(42)
    expect(read(QueryIdSchema, '999999999')).toBe(999_999_999)
  })

  test.each([
    '0',
    '007',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    'abc',
    '',
    '１',
    '1000000000',
    42,
  ])('refuses %j', (id) => {
    expect(read(QueryIdSchema, id)).toBe('refused')
  })
})

test.each([0, -1, 1.5, '1', null, Number.NaN])('refuses the id %j', (id) => {
  expect(read(IdSchema, id)).toBe('refused')
})

test.each([-1, 0.5, 1999.99, '100', null, 1_000_000_001])('refuses the amount %j', (amount) => {
  expect(read(FenSchema, amount)).toBe('refused')
})

describe('time schemas', () => {
  test.each(['2027-05-08T19:30:00+08:00', '2027-05-08T11:30:00Z', '2027-05-08T11:30:00.250Z'])(
    'accept %s',
    (time) => {
      expect(read(TimeSchema, time)).toBe(time)
    },
  )

  test.each(['2027-05-08T19:30:00', '2027-05-08 19:30', '2027-05-08', '1809000000', 1_809_000_000])(
    'refuse %j, which has no offset or is not a time',
    (time) => {
      expect(read(TimeSchema, time)).toBe('refused')
    },
  )

  test.each([
    '2027-05-08 19:30:00+08:00',
    '2027-05-08T19:30:00 +08:00',
    '2027-02-29T19:30:00+08:00',
    '2027-04-31T00:00:00Z',
    '2027-05-08T24:00:00Z',
  ])('refuse %s, which does not exist', (time) => {
    expect(read(TimeSchema, time)).toBe('refused')
  })

  test.each(['2027-05-08', '2028-02-29', '2000-02-29', '1900-01-01', '0001-12-31'])(
    'accept the day %s',
    (day) => {
      expect(read(DaySchema, day)).toBe(day)
    },
  )

  test.each(['2027-02-29', '1900-02-29', '2027-02-30', '2027-04-31', '2027-00-01', '2027-01-32'])(
    'refuse the day %s, which does not exist',
    (day) => {
      expect(read(DaySchema, day)).toBe('refused')
    },
  )

  test.each(['2027-5', '2027-13', '1999-05', '2027-05-08'])('refuse the month %s', (month) => {
    expect(read(MonthSchema, month)).toBe('refused')
  })

  test.each(['2027-05', '08.05.2027', '2027-5-8'])('refuse the malformed day %s', (day) => {
    expect(read(DaySchema, day)).toBe('refused')
  })
})

describe('time zone schema', () => {
  test.each(['Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC', 'Etc/GMT+5'])('accepts %s', (name) => {
    expect(read(TimeZoneSchema, name)).toBe(name)
  })

  test.each(['Europe/Lodnon', '+05:45', '-0330', ''])('refuses %o', (name) => {
    expect(read(TimeZoneSchema, name)).toBe('refused')
  })
})
