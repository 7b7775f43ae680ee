import { createRoot } from 'react-dom/client'
import { cssTransition, toast, ToastContainer } from 'react-toastify/unstyled'
import { TOAST_TIMEOUT_MS } from '#config.ts'
import './toast.css'

const fade = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapse: false })
let isMounted = false

/** Mounts the one container that all islands of the page share. */
function mountContainer(label: string): void {
  isMounted = true
  const container = document.createElement('div')
  document.body.append(container)
  createRoot(container).render(
    <ToastContainer
      aria-label={label}
      position="top-right"
      autoClose={TOAST_TIMEOUT_MS}
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss={false}
      closeButton={false}
      icon={false}
      draggable={false}
      transition={fade}
      limit={3}
    />,
  )
}

/** Shows a toast. */
export function addToast(text: string, label: string): void {
  if (!isMounted) mountContainer(label)
  toast(text)
}
