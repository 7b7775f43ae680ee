import { ROUTES } from '#routes.ts'
import type { ItemRoute } from './item-query.ts'

/** The routes with one prebuilt document per item; members' apps read their id in the browser. */
export const ITEM_ROUTES: readonly ItemRoute[] = ROUTES.flatMap(({ path, item, delivery }) =>
  item === 'none' || delivery === 'app' ? [] : [{ path, id: item }],
)
