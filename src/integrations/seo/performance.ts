import type { PerformanceDetail, Show } from '#api/perform.ts'
import type { Organization, Person, TheaterEvent } from 'schema-dts'
import { describeOrganizer, getPageUrl, type Facts, type SeoContext } from './context.ts'
import { buildEventFacts, buildOffer } from './offer.ts'

function buildPerformers({ cast }: Facts<PerformanceDetail>, context: SeoContext): Person[] {
  const people = new Map(cast.map((person) => [person.name, person]))
  return [...people.values()].map(({ name, artist_id }) => ({
    '@type': 'Person',
    name,
    ...(artist_id !== null && { url: getPageUrl(context, '/artist/detail', { id: artist_id }) }),
  }))
}

/** Lists the prices of a show in fen: the tier prices from its lowest price upwards. */
function listPrices(show: Show, { tiers }: Facts<PerformanceDetail>): number[] {
  const prices = tiers.map(({ price_fen }) => price_fen)
  return [show.price_from_fen, ...prices.filter((price) => price > show.price_from_fen)]
}

export interface Seller {
  /** Name of the organisation. */
  name: string
  /** Whether tickets are sold on this site, not only at the box office. */
  canBuyOnline: boolean
}

/** Builds one event for each show of a performance. */
export function buildTheaterEvents(
  performance: Facts<PerformanceDetail>,
  seller: Seller,
  images: string[],
  context: SeoContext,
): TheaterEvent[] {
  const { id, title, author, summary, genre, age_min, duration_min } = performance
  const organization: Organization = describeOrganizer(context, seller.name)
  const performers = buildPerformers(performance, context)
  return performance.shows.map((show): TheaterEvent => {
    const offers = buildOffer({
      state: show.state,
      prices: listPrices(show, performance),
      url: getPageUrl(context, seller.canBuyOnline ? '/drama/buyTicket' : '/drama/detail', { id }),
      isInStoreOnly: !seller.canBuyOnline,
      validFrom: show.sale_starts_at,
    })
    return {
      '@type': 'TheaterEvent',
      '@id': `${getPageUrl(context, '/drama/detail', { id })}#show-${show.id}`,
      name: title,
      description: summary,
      image: images,
      url: getPageUrl(context, '/drama/detail', { id }),
      ...buildEventFacts(show, show.state),
      duration: `PT${duration_min}M`,
      organizer: organization,
      performer: performers.length > 0 ? performers : organization,
      ...(age_min > 0 && { typicalAgeRange: `${age_min}-` }),
      workPerformed: {
        '@type': 'CreativeWork',
        name: title,
        genre: genre.name,
        author: { '@type': 'Person', name: author },
      },
      ...(offers && { offers }),
    }
  })
}
