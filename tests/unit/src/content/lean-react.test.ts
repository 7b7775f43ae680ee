import { expect, test } from 'vitest'
import { namesAskedFor } from '#content/lean-react.ts'

test('reads what a module asks of React, by name or of the whole', () => {
  expect(namesAskedFor("import { useState, lazy as later } from 'react'")).toEqual([
    'useState',
    'lazy',
  ])
  expect(namesAskedFor('import {createPortal} from "react-dom";React.Children.map(a, b)')).toEqual([
    'createPortal',
    'Children',
  ])
})

test('knows names of other libraries from those of React', () => {
  expect(namesAskedFor("import { cache } from './cache.ts'; const a = store.Children")).toEqual([])
})
