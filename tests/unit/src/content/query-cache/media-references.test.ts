import { expect, test } from 'vitest'
import { findMediaReference } from '#content/query-cache/media-references.ts'

const ADDRESS = 'https://admin.example.org/media/posters/lantern.jpg'

test.each(['/media/posters/lantern.jpg', 'posters/lantern.jpg', ADDRESS])(
  'finds the item that refers to a file by %s',
  (url) => {
    const data = {
      items: [
        { id: 7, poster: { url: 'posters/big-lantern.jpg', alt: 'A lantern.jpg' } },
        { id: 8, title: 'Lantern', poster: { url, alt: '' } },
      ],
      total: 2,
    }
    expect(findMediaReference(data, '/api/perform/list', ADDRESS)).toEqual({
      subject: 'performances 8',
      field: 'poster',
    })
  },
)

test('names the field within a body, and the path of a response without items', () => {
  const body = [{ type: 'heading' }, { type: 'image', image: { url: ADDRESS } }]
  expect(findMediaReference({ id: 3, body }, '/api/course/detail', ADDRESS)).toEqual({
    subject: 'courses 3',
    field: 'body[1].image',
  })
  const html = `<p>Rain</p><img src="${ADDRESS}">`
  expect(findMediaReference({ body: html }, '/api/index/about', ADDRESS)).toEqual({
    subject: '/api/index/about',
    field: 'body',
  })
  expect(findMediaReference({ body: '' }, '/api/index/about', ADDRESS)).toBeNull()
})
