import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listReferences } from '#scripts/admin-api/content/check-content.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from '#scripts/admin-api/content/format.ts'
import { readNode, unwrap, type Schema } from '#scripts/admin-api/content/schema-tree.ts'

/** Yields the names of the fields that contain slugs. @param name of the field with the schema */
function* visitSlugFields(schema: Schema, name = ''): Generator<string> {
  const node = readNode(unwrap(schema))
  switch (node.kind) {
    case 'object':
      for (const [key, entry] of Object.entries(node.entries)) yield* visitSlugFields(entry, key)
      return
    case 'list':
      return yield* visitSlugFields(node.item, name)
    case 'variant':
      for (const option of node.options) yield* visitSlugFields(option, name)
      return
    default: {
      const [issue] = v.safeParse(schema, 'Not a slug').issues ?? []
      if (issue?.message.startsWith('expected a slug')) yield name
    }
  }
}

const SCHEMAS: Schema[] = [...Object.values(SINGLE_FILES), ...Object.values(ITEM_FOLDERS)]
const FIELDS = new Set(SCHEMAS.flatMap((schema) => [...visitSlugFields(schema)]))

test('finds the fields with slugs', () => {
  expect([...FIELDS]).toEqual(expect.arrayContaining(['slug', 'default_city', 'teachers']))
})

// Without the check, an import drops the reference, or fails without the name of the field.
test.each([...FIELDS].filter((name) => name !== 'slug'))(
  'checks that the target of the field %s exists',
  (name) => {
    expect(listReferences({ [name]: 'teahouse' })).toHaveLength(1)
  },
)
