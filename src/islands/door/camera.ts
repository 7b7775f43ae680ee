/** Why there is no picture. */
export type CameraFault = 'denied' | 'none' | 'busy' | 'unsupported'

export type Camera =
  | { status: 'off' }
  | { status: 'starting' }
  | { status: 'live' }
  | { status: 'failed'; fault: CameraFault }

const FAULTS: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** What the name of a browser's error means to who stands at the door. */
export const readFault = (error: unknown): CameraFault =>
  (error instanceof Error ? FAULTS[error.name] : undefined) ?? 'unsupported'

/** Opens the camera at the back. Call it after a tap: browsers ask for the right to. */
export function openCamera(): Promise<MediaStream> {
  // Undefined where the page is not served securely.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) return Promise.reject(new Error('this browser gives no camera'))
  return devices.getUserMedia({ video: { facingMode: { ideal: 'environment' } }, audio: false })
}

export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
