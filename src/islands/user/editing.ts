import { createContext, useContext } from 'react'

/** How an editor of one field ends: in its row of the profile, or as a screen of its own. */
export interface Editing {
  onSaved: () => void
  onCancel: () => void
}

export const EditingContext = createContext<Editing>({ onSaved: () => {}, onCancel: () => {} })

export const useEditing = (): Editing => useContext(EditingContext)
