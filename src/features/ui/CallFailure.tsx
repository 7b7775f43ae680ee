import './controls.css'

interface Props {
  /** Why the call failed. */
  reason: string | false | null
}

/** The failure of a call, beside its button; nothing without one. */
export const CallFailure = ({ reason }: Props) =>
  reason && (
    <p className="send-failure" role="alert">
      {reason}
    </p>
  )
