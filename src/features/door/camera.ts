/** Why the camera is unavailable. */
export type CameraFault = 'denied' | 'none' | 'busy' | 'stopped' | 'unsupported'

export type Camera =
  | { status: 'off' | 'starting' | 'live' }
  | { status: 'failed'; fault: CameraFault }

const FAULTS: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** Maps the name of a browser error to a camera fault. */
export const readFault = (error: unknown): CameraFault =>
  (error instanceof Error ? FAULTS[error.name] : undefined) ?? 'unsupported'

/** Opens the rear camera. Call it after a tap, because browsers prompt for permission. */
export function openCamera(): Promise<MediaStream> {
  // Undefined outside a secure context.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) return Promise.reject(new Error('this browser offers no camera'))
  return devices.getUserMedia({ video: { facingMode: { ideal: 'environment' } }, audio: false })
}

export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
