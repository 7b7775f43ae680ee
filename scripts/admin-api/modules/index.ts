import type { Deps } from '../deps.ts'
import type { Handlers } from '../mount.ts'
import { createAccountHandlers } from './account/index.ts'
import { createActivityHandlers } from './activity/index.ts'
import { createApplicationHandlers } from './application/index.ts'
import { createArtistHandlers } from './artist/index.ts'
import { createCourseHandlers } from './course/index.ts'
import { createLiveHandlers } from './live/index.ts'
import { createLoginHandlers } from './login/index.ts'
import { createMessageHandlers } from './messages/index.ts'
import { createOrderHandlers } from './order/index.ts'
import { createPerformHandlers } from './perform/index.ts'
import { createPersonalDataHandlers } from './personal-data/index.ts'
import { createSearchHandlers } from './search/index.ts'
import { createSignInHandlers } from './sign-in/index.ts'
import { createSiteHandlers } from './site/index.ts'
import { createUploadHandlers } from './upload/index.ts'

/** The handlers for all endpoints of the contract. */
export function createHandlers(deps: Deps): Handlers {
  return {
    ...createSiteHandlers(deps),
    ...createLoginHandlers(deps),
    ...createSignInHandlers(deps),
    ...createAccountHandlers(deps),
    ...createPersonalDataHandlers(deps),
    ...createMessageHandlers(deps),
    ...createApplicationHandlers(deps),
    ...createUploadHandlers(deps),
    ...createSearchHandlers(deps),
    ...createOrderHandlers(deps),
    ...createCourseHandlers(deps),
    ...createActivityHandlers(deps),
    ...createPerformHandlers(deps),
    ...createArtistHandlers(deps),
    ...createLiveHandlers(deps),
  }
}
