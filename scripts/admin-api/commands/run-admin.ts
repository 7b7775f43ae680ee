import { createProgram, runCommandLine } from '../../lib/command-line/create-program.ts'
import { addApplicationCommands } from './applications/index.ts'
import { addBackupCommands } from './backup.ts'
import type { StaffContext } from './command.ts'
import { addContentCommands } from './content.ts'
import { addCourseCommands } from './courses.ts'
import { addInvoiceCommands } from './invoices.ts'
import { addDatabaseCommands } from './database.ts'
import { addMemberCommands } from './members.ts'
import { addMessageCommands } from './messages.ts'
import { addOrderCommands } from './orders/index.ts'
import { addPreviewCommands } from './preview.ts'
import { addProviderCommands } from './providers.ts'
import { addSessionCommands } from './sessions.ts'

/**
 * Runs a staff command, such as `['orders', 'list']`.
 * @returns the exit code: 0 for success, 1 for failure, 2 for misuse
 */
export function runAdmin(line: readonly string[], context: StaffContext): Promise<number> {
  const program = createProgram('npm run admin --', 'Staff commands.', context.terminal)
  addContentCommands(program, context)
  addOrderCommands(program, context)
  addInvoiceCommands(program, context)
  addCourseCommands(program, context)
  addMemberCommands(program, context)
  addMessageCommands(program, context)
  addApplicationCommands(program, context)
  addBackupCommands(program, context)
  addDatabaseCommands(program, context)
  addPreviewCommands(program, context)
  addSessionCommands(program, context)
  addProviderCommands(program, context)
  return runCommandLine(program, line, context.terminal)
}
