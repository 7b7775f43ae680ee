import type { ReactNode } from 'react'
import './controls.css'

interface Props {
  /** Why the call failed. */
  reason: ReactNode
}

/** The failure of a call, beside its button; nothing without one. */
export const CallFailure = ({ reason }: Props) =>
  reason && (
    <p className="send-failure" role="alert">
      {reason}
    </p>
  )
