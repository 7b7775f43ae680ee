/** Where progress is printed. */
export interface ProgressOutput {
  write(text: string): void
  /** A terminal has a bar, which is drawn again and again; a log has lines. */
  isTerminal: boolean
}

interface ProgressOptions {
  output: ProgressOutput
  /** The names of all steps, in their order. */
  steps: readonly string[]
  /** Milliseconds that only go up. */
  now?: () => number
  /** Calls again and again until it is stopped. */
  repeat?: (run: () => void, everyMs: number) => () => void
}

export interface ProgressView {
  /** Shows how far a step is; the steps before it are done. */
  show(step: string, done?: number, total?: number): void
  /** Prints a line of its own. */
  say(line: string): void
  /** Ends the step under way; nothing is drawn any more. */
  close(): void
}

interface Step {
  name: string
  since: number
  done: number
  total: number | undefined
}

/** So often a bar is drawn, and a log told, in ms. A log is told within five seconds. */
const DRAW_EVERY_MS = 200
const TELL_EVERY_MS = 4000
const BAR_WIDTH = 24
const CLEAR_LINE = '\r\u{1b}[2K'

function repeatForReal(run: () => void, everyMs: number): () => void {
  const timer = setInterval(run, everyMs)
  return () => clearInterval(timer)
}

/** The standard output of this process. */
export const standardOutput: ProgressOutput = {
  write: (text) => void process.stdout.write(text),
  isTerminal: process.stdout.isTTY === true,
}

/**
 * Tells how far a long start is, to its last moment: which step of how many, what of it is done, and how
 * long it has taken.
 */
export function showProgress(options: ProgressOptions): ProgressView {
  const { output, steps, now = () => performance.now(), repeat = repeatForReal } = options
  let current: Step | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  let stop: (() => void) | undefined

  const seconds = ({ since }: Step): string => `${Math.round((now() - since) / 1000)} s`

  function describe(step: Step): string {
    const { name, done, total } = step
    const count = total === undefined ? (done > 0 ? `: ${done}` : '') : `: ${done} of ${total}`
    return `  [${steps.indexOf(name) + 1}/${steps.length}] ${name}${count}`
  }

  function drawBar(step: Step): void {
    const { done, total } = step
    const filled = total ? Math.floor((BAR_WIDTH * done) / total) : 0
    const bar = total ? ` ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}` : ''
    output.write(`${CLEAR_LINE}${describe(step)}${bar} ${seconds(step)}`)
  }

  function refresh(): void {
    if (!current) return
    if (output.isTerminal) return drawBar(current)
    if (now() - toldAt < TELL_EVERY_MS) return
    toldAt = now()
    output.write(`${describe(current)}, ${seconds(current)}\n`)
  }

  function endStep(): void {
    if (!current) return
    const { total } = current
    const whole = total === undefined ? current : { ...current, done: total }
    printLine(`${describe(whole)}, done in ${seconds(current)}`)
    current = undefined
  }

  function printLine(line: string): void {
    output.write(`${output.isTerminal ? CLEAR_LINE : ''}${line}\n`)
    toldAt = now()
  }

  return {
    show(name, done = 0, total) {
      if (current?.name !== name) {
        endStep()
        current = { name, since: now(), done, total }
        if (!output.isTerminal) printLine(describe(current))
      }
      Object.assign(current, { done, total })
      stop ??= repeat(refresh, DRAW_EVERY_MS)
    },
    say(line) {
      printLine(line)
      if (current && output.isTerminal) drawBar(current)
    },
    close() {
      stop?.()
      stop = undefined
      endStep()
    },
  }
}
