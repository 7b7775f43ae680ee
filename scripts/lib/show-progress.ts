/** Where progress is printed. */
export interface ProgressOutput {
  write(text: string): void
  /** A terminal shows a progress bar, a log gets lines. */
  isTerminal: boolean
}

type StepEnd = 'complete' | 'interrupted'

interface Step {
  name: string
  since: number
  done: number
  total: number | undefined
}

/** Intervals of the bar and of log lines, in ms. */
const DRAW_EVERY_MS = 200
const LOG_EVERY_MS = 15_000
const BAR_WIDTH = 24
const CLEAR_LINE = '\r\u{1b}[2K'

/** The standard output of this process. */
export const standardOutput: ProgressOutput = {
  write: (text) => void process.stdout.write(text),
  isTerminal: process.stdout.isTTY === true,
}

/**
 * Shows the progress of a long start: the current step, its count and its duration.
 * @param steps the names of all steps, in order
 */
export function showProgress(output: ProgressOutput, steps: readonly string[]) {
  let current: Step | undefined
  let printedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const seconds = ({ since }: Step): string => `${Math.round((performance.now() - since) / 1000)} s`

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
    if (performance.now() - printedAt < LOG_EVERY_MS) return
    printedAt = performance.now()
    output.write(`${describe(current)}, ${seconds(current)}\n`)
  }

  function endStep(end: StepEnd): void {
    if (!current) return
    const { total } = current
    const whole = total === undefined ? current : { ...current, done: total }
    if (end === 'complete') printLine(`${describe(whole)}, done in ${seconds(current)}`)
    current = undefined
  }

  function printLine(line: string): void {
    output.write(`${output.isTerminal ? CLEAR_LINE : ''}${line}\n`)
    printedAt = performance.now()
  }

  return {
    /** Shows the progress of a step. A step before the current one means that the work restarted. */
    show(name: string, done = 0, total?: number): void {
      if (current?.name !== name) {
        const isLater = !current || steps.indexOf(name) > steps.indexOf(current.name)
        endStep(isLater ? 'complete' : 'interrupted')
        current = { name, since: performance.now(), done, total }
        if (!output.isTerminal) printLine(describe(current))
      }
      Object.assign(current, { done, total })
      timer ??= setInterval(refresh, DRAW_EVERY_MS)
    },
    /** Prints a separate line. */
    print(line: string): void {
      printLine(line)
      if (current && output.isTerminal) drawBar(current)
    },
    /** Stops drawing. @param end whether the current step is complete or was interrupted */
    close(end: StepEnd): void {
      clearInterval(timer)
      timer = undefined
      endStep(end)
    },
  }
}
