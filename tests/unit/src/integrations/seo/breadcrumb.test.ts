import { expect, test } from 'vitest'
import { useTranslations } from '#i18n/translate.ts'
import { listCrumbs } from '#integrations/seo/breadcrumb.ts'
import { ROUTES } from '#routes.ts'

const t = useTranslations('en')
const ITEM_ROUTES = ROUTES.filter(
  ({ item, isIndexed }) => isIndexed && (item === 'required' || item === 'optional'),
).map(({ path }) => path)

test.each(ITEM_ROUTES)('has a named list between the home page and an item of %s', (route) => {
  const crumbs = listCrumbs({ name: 'Teahouse', route, query: { id: 1 } }, t)
  expect(crumbs.length).toBeGreaterThan(2)
  expect(crumbs.map(({ name }) => name)).not.toContain('')
})
