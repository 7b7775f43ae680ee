import { createContext, useContext } from 'react'

/** Callbacks of a field editor, provided by the profile row or the screen that contains it. */
export interface Editing {
  onSaved: () => void
  onCancel: () => void
}

export const EditingContext = createContext<Editing>({ onSaved: () => {}, onCancel: () => {} })

export const useEditing = (): Editing => useContext(EditingContext)
