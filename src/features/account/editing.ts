import { createContext, useContext } from 'react'

/** Callbacks of a field editor; its row of the profile or its screen provides them. */
export interface Editing {
  onSaved: () => void
  onCancel: () => void
}

export const EditingContext = createContext<Editing>({ onSaved: () => {}, onCancel: () => {} })

export const useEditing = (): Editing => useContext(EditingContext)
