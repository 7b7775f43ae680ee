import { VERDICT_LOOKS, type VerdictName } from './verdict.ts'

// Sound and vibration for verdicts: rising tones and one pulse for an admission, three low tones and pulses for a
// refusal.

const TONES = {
  good: { hertz: [880, 1320], vibration: [120] },
  warn: { hertz: [440, 440], vibration: [120, 80, 120] },
  bad: { hertz: [220, 220, 220], vibration: [200, 80, 200, 80, 200] },
} as const

const BEEP_S = 0.13
let context: AudioContext | null = null

/** Unlocks audio; browsers require a user gesture, so call it from a tap. */
export function unlockAudio(): void {
  try {
    context ??= new AudioContext()
    void context.resume().catch(() => {})
  } catch {
    // Without audio the device still shows the verdict and vibrates.
  }
}

function beep(audio: AudioContext, hertz: number, at: number): void {
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0.25, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + BEEP_S)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(at)
  oscillator.stop(at + BEEP_S)
}

/** Plays the sound and vibration of a verdict. */
export function signal(name: VerdictName, isLoud: boolean): void {
  const { hertz, vibration } = TONES[VERDICT_LOOKS[name].tone]
  if ('vibrate' in navigator) navigator.vibrate([...vibration])
  const audio = context
  if (!isLoud || audio?.state !== 'running') return
  hertz.forEach((tone, n) => beep(audio, tone, audio.currentTime + n * (BEEP_S + 0.04)))
}
