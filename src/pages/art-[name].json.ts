import type { APIRoute, GetStaticPaths } from 'astro'
import { getArt, listArtNames } from '#content/art.ts'

export const getStaticPaths = (async () => {
  const names = await listArtNames()
  return names.map((name) => ({ params: { name } }))
}) satisfies GetStaticPaths

/** The poster of a performance or course, for pages of orders. */
export const GET: APIRoute = async ({ params: { name = '' } }) => Response.json(await getArt(name))
