import { confirm, isCancel } from '@clack/prompts'

/** Output of a command and, in an interactive terminal, prompts. */
export interface Terminal {
  print(line: string): void
  printError(line: string): void
  /** Prompts for yes or no; null when the terminal is not interactive. */
  prompt: ((question: string) => Promise<boolean>) | null
}

async function promptUser(question: string): Promise<boolean> {
  const answer = await confirm({ message: question, initialValue: false })
  return !isCancel(answer) && answer
}

/** The terminal from which this process was started. */
export function openTerminal(): Terminal {
  const isInteractive = process.stdin.isTTY && process.stdout.isTTY
  return {
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    prompt: isInteractive ? promptUser : null,
  }
}
