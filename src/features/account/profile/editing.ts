import { createContext } from 'react'

/** Callbacks of a field editor, provided by the profile row or the screen that contains it. */
export const EditingContext = createContext({ onSaved: () => {}, onCancel: () => {} })
