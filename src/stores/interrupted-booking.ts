// The booking that a visitor leaves to become a member first, in session storage.
import { readItem, removeItem, writeItem } from './safe-storage.ts'

const KEY = 'interrupted-booking'

/** @param path URL path of the booking sheet */
export const saveBooking = (path: string): void => writeItem('sessionStorage', KEY, path)

export const readBooking = (): string | null => readItem('sessionStorage', KEY)

export const deleteBooking = (): void => removeItem('sessionStorage', KEY)
