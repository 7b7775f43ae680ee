import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ERROR_PAGE, getVisibility, href, ROUTES } from '#routes.ts'

test('lists every page of src/pages once', () => {
  const files = globSync('**/*.astro', { cwd: 'src/pages' }).filter((file) => !file.includes('['))
  const pages = files.map((file) => `/${file.replace(/(?:^index)?\.astro$/, '')}`)
  expect([...ROUTES.map(({ path }) => path), ERROR_PAGE].toSorted()).toEqual(pages.toSorted())
})

test('requires a login for member areas only', { tags: ['S6.01'] }, () => {
  const guarded = ROUTES.filter(({ guards }) => guards.length > 0).map(({ path }) => path)
  const memberRoutes = ROUTES.filter(({ path }) => /^\/(code|order|pay|user)\//.test(path))
  expect(guarded).toEqual(memberRoutes.map(({ path }) => path))
})

test('puts item ids into the query, never into the path', { tags: ['S2.04'] }, () => {
  expect(href('/course/detail', 'zh-cn', { id: 12 })).toBe('/course/detail?id=12')
  expect(href('/course/detail', 'en', { id: 12 })).toBe('/en/course/detail?id=12')
  expect(href('/search/list', 'en', { q: '茶馆' })).toBe('/en/search/list?q=%E8%8C%B6%E9%A6%86')
  expect(href('/', 'en')).toBe('/en')
})

describe('getVisibility', () => {
  test.each([
    [{ route: '/drama/home' }, 'shown'],
    [{ route: '/drama/detail', query: { id: 1 } }, 'shown'],
    [{ route: '/news/detail', query: { page: 2 } }, 'shown'],
    [{ route: '/drama/detail' }, 'loader'],
    [{ route: '/login' }, 'hidden'],
    [{ route: '/course/custom-el', query: { id: 1 } }, 'hidden'],
  ] as const)('of %o is %s', (page, visibility) => {
    expect(getVisibility(page)).toBe(visibility)
  })
})
