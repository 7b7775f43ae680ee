import library from 'react-hook-form/package.json' with { type: 'json' }
import type { ESTree, Plugin } from 'vite'
import { replaceAll, type Span } from './spans.ts'

/** The version that the names below were read from: of another one nothing is left out. */
const READ = '7.92.0'

/** What forms would ask for by these names; a module that does stops the build. */
const UNASKED = ['useFieldArray', 'resetField', 'resetDefaultValues']
/** What react-hook-form has for rules of its own, for lists of fields, and for what nobody asks. */
const UNUSED = new Set([
  'validateField',
  'validateForm',
  'executeBuiltInValidation',
  '_setFieldArray',
  ...UNASKED,
])
const ASKS = new RegExp(`\\b(?:${UNASKED.join('|')})\\b`)

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
      filter: { id: /\.[jt]sx?(?:$|\?)|\.mjs(?:$|\?)/ },
      handler(code, id) {
        if (library.version !== READ) return null
        if (id.includes('/react-hook-form/')) {
          const { body } = this.parse(code)
          const unused = findUnused(body.filter((node) => !/^(?:Import|Export)/.test(node.type)))
          return { code: replaceAll(code, unused, '{}'), map: null }
        }
        const [asked] = id.includes('/node_modules/') ? [] : (ASKS.exec(code) ?? [])
        if (asked !== undefined)
          this.error(`${id} asks for ${asked}, which lean-forms.ts leaves out`)
        return null
      },
    },
  }
}
