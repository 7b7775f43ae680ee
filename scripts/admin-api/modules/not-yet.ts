import { BusinessError } from '../errors.ts'

/** For calls whose part of the product is not built yet. */
export function refuseNotYet(): never {
  throw new BusinessError(500901)
}
