import { confirm, isCancel } from '@clack/prompts'

/** Where a command prints and, if a person sits there, asks. */
export interface Terminal {
  print(line: string): void
  printError(line: string): void
  /** Asks a yes-or-no question; null where nobody can answer. */
  ask: ((question: string) => Promise<boolean>) | null
}

async function askPerson(question: string): Promise<boolean> {
  const answer = await confirm({ message: question, initialValue: false })
  return !isCancel(answer) && answer
}

/** The terminal that this process was started from. */
export function openTerminal(): Terminal {
  const isInteractive = process.stdin.isTTY && process.stdout.isTTY
  return {
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    ask: isInteractive ? askPerson : null,
  }
}
