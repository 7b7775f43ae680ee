import type { ArtistDetail } from '#api/artist.ts'
import type { Person } from 'schema-dts'
import { describeOrganizer, getPageUrl, type SeoContext } from './context.ts'

export type ArtistFacts = Pick<
  ArtistDetail,
  'id' | 'name' | 'latin_name' | 'group' | 'discipline' | 'born' | 'died' | 'summary'
>

/** Builds an artist. Only artists of the ensemble are members of the organisation; masters are historical. */
export function buildPerson(
  artist: ArtistFacts,
  organization: string,
  images: string[],
  context: SeoContext,
): Person {
  const { id, name, latin_name, discipline, born, died, summary, group } = artist
  const url = getPageUrl(context, '/artist/detail', { id })
  return {
    '@type': 'Person',
    '@id': `${url}#person`,
    name,
    ...(latin_name !== name && { alternateName: latin_name }),
    description: summary,
    image: images,
    url,
    mainEntityOfPage: url,
    hasOccupation: { '@type': 'Occupation', name: discipline.name },
    ...(born !== null && { birthDate: String(born) }),
    ...(died !== null && { deathDate: String(died) }),
    ...(group === 'ensemble' && { memberOf: describeOrganizer(context, organization) }),
  }
}
