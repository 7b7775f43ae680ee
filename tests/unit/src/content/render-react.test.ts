import { createElement, useId } from 'react'
import { expect, test } from 'vitest'
import renderer from '#content/render-react.ts'

const Field = ({ label }: Record<string, unknown>) => {
  const id = useId()
  return createElement('label', { htmlFor: id }, `${String(label)} `, 'of the house')
}
const Poster = () => createElement('img', { src: '/a.webp', fetchPriority: 'high' })

test('a component is rendered as browsers wake it, with ids of its own', () => {
  const page = { result: {} }
  const first = renderer.renderToStaticMarkup.call(page, Field, { label: 'Seats' }, {})
  const second = renderer.renderToStaticMarkup.call(page, Field, { label: 'Seats' }, {})
  expect([first.attrs, second.attrs]).toEqual([{ prefix: 'r0' }, { prefix: 'r1' }])
  expect(first.html).toMatch(/^<label for="\S*r0\S*">Seats <!-- -->of the house<\/label>$/)
  expect(second.html).not.toBe(first.html)
  const other = renderer.renderToStaticMarkup.call({ result: {} }, Field, { label: 'Seats' }, {})
  expect(other).toEqual(first)
})

test('asks for no pictures ahead', () => {
  const { html } = renderer.renderToStaticMarkup.call({ result: {} }, Poster, {}, {})
  expect(html).toBe('<img src="/a.webp" fetchPriority="high"/>')
})

test('refuses slots, which nothing here reads', () => {
  const render = () =>
    renderer.renderToStaticMarkup.call({ result: {} }, Field, {}, { default: '<p>lost</p>' })
  expect(render).toThrow('Field is given slots')
})
