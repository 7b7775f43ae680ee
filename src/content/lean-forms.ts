import library from 'react-hook-form/package.json' with { type: 'json' }
import type { ESTree, Plugin } from 'vite'
import { replaceAll, type Span } from './spans.ts'

/** The version that the names below were read from: of another one nothing is left out. */
const READ = '7.92.0'

/** What forms would ask for by these names; a module that does stops the build. */
const UNASKED = ['resetField', 'resetDefaultValues', 'setValues', 'setFocus', 'watch', 'unregister']
const UNUSED = new Set([
  // Rules of its own.
  'validateField',
  'validateForm',
  'executeBuiltInValidation',
  'hasPromiseValidation',
  // Lists of fields, and fields within others.
  'useFieldArray',
  '_setFieldArray',
  '_getFieldArray',
  'isStaleArrayField',
  'hasExplicitNullIntermediate',
  // Elements that it reads and moves itself: fields of the kit hold their value in React.
  'getCheckboxValue',
  'getRadioValue',
  'isSelectEdited',
  '_focusInput',
  // What no form has: errors and defaults from outside, being disabled, a note of who is checking.
  '_disableForm',
  '_setDisabledField',
  '_setErrors',
  '_resetDefaultValues',
  '_updateValidatingFields',
  ...UNASKED,
])
const ASKS = new RegExp(`\\buseFieldArray\\b|\\bhook\\.(?:register|${UNASKED.join('|')})\\b`)

/**
 * What `register` gives for the `ref` of a bare field: those of the kit are bound by `useController`,
 * which has a `ref` of its own.
 */
const findBareRef = ({ body }: ESTree.ArrowFunctionExpression): Span[] => {
  if (body.type !== 'BlockStatement') return []
  const given = body.body.find((statement) => statement.type === 'ReturnStatement')?.argument
  if (given?.type !== 'ObjectExpression') return []
  return given.properties.flatMap((property): Span[] => {
    if (property.type !== 'Property' || property.value.type !== 'ArrowFunctionExpression') return []
    const isRef = property.key.type === 'Identifier' && property.key.name === 'ref'
    return isRef ? [property.value.body] : []
  })
}

/** Bodies of unused functions, at the top of the module and of the function that makes a form. */
function findUnused(statements: readonly ESTree.Statement[]): Span[] {
  return statements.flatMap((statement): Span[] => {
    if (statement.type === 'FunctionDeclaration') {
      const isForm = statement.id?.name === 'createFormControl'
      return isForm && statement.body ? findUnused(statement.body.body) : []
    }
    if (statement.type !== 'VariableDeclaration') return []
    return statement.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'ArrowFunctionExpression') return []
      if (id.name === 'register') return findBareRef(init)
      return UNUSED.has(id.name) ? [init.body] : []
    })
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
