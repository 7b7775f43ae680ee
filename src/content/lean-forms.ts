import type { ESTree, Plugin } from 'vite'
import { replaceAll, type Span } from './spans.ts'

/** What react-hook-form has for rules of its own, and for lists of fields. */
const UNUSED = new Set(['validateField', 'executeBuiltInValidation', '_setFieldArray'])

/** Bodies of unused functions, at the top of the module and of the function that makes a form. */
function findUnused(statements: readonly ESTree.Statement[]): Span[] {
  return statements.flatMap((statement): Span[] => {
    if (statement.type === 'FunctionDeclaration') {
      const isForm = statement.id?.name === 'createFormControl'
      return isForm && statement.body ? findUnused(statement.body.body) : []
    }
    if (statement.type !== 'VariableDeclaration') return []
    return statement.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && UNUSED.has(id.name) && init?.type === 'ArrowFunctionExpression'
        ? [init.body]
        : [],
    )
  })
}

/**
 * Leaves out of react-hook-form what no form here comes to: each is checked by the schema of its call
 * (`islands/forms/use-form.ts`), and none has a list of fields.
 */
export function leanForms(): Plugin {
  return {
    name: 'lean-forms',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\.[jt]sx?(?:$|\?)|\.mjs(?:$|\?)/, code: /react-hook-form|useFieldArray/ },
      handler(code, id) {
        if (id.includes('/react-hook-form/')) {
          const { body } = this.parse(code)
          const unused = findUnused(body.filter((node) => !/^(?:Import|Export)/.test(node.type)))
          return { code: replaceAll(code, unused, '{}'), map: null }
        }
        if (code.includes('useFieldArray')) {
          this.error(`${id} asks for useFieldArray, which lean-forms.ts leaves out`)
        }
        return null
      },
    },
  }
}
