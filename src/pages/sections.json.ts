import type { APIRoute } from 'astro'
import { getSections } from '#content/site.ts'
import { DEFAULT_LOCALE } from '#i18n/locales.ts'

/** The enabled sections, from which the release gate derives the routes that must exist. */
export const GET: APIRoute = async () => Response.json(await getSections(DEFAULT_LOCALE))
