import { formatWholeRun } from '#i18n/format-card-date.ts'
import { formatCost, formatLowestCost } from '#i18n/format-cost.ts'
import { formatDate } from '#i18n/format.ts'
import type { Translate } from '#i18n/messages.ts'
import type { CardText } from '#integrations/share-cards/draw-card.ts'
import { getTextLocale, type PageInfo, type SeoSubject } from './subject.ts'

type Lines = Pick<CardText, 'kicker' | 'subtitle' | 'facts'>

const join = (...parts: string[]): string => parts.join(' · ')

function readLines(subject: SeoSubject, locale: PageInfo['locale'], t: Translate): Lines {
  switch (subject.kind) {
    case 'performance': {
      const { genre, subtitle, run, price_from_fen } = subject.item
      return {
        kicker: join(t('nav:drama'), genre.name),
        subtitle,
        facts: [
          ...(run ? [formatWholeRun(run, locale)] : []),
          ...(price_from_fen === null ? [] : [formatLowestCost(price_from_fen, t)]),
        ],
      }
    }
    case 'course': {
      const { category, subtitle, hours, price_fen } = subject.item
      return {
        kicker: join(t('nav:course'), category.name),
        subtitle,
        facts: [t('seo:class_hours', { count: hours }), formatCost(price_fen, t)],
      }
    }
    case 'activity': {
      const { subtitle, dates, price_fen } = subject.item
      const [first] = dates
      const run = first && { from: first.starts_at, to: dates.at(-1)?.starts_at ?? first.starts_at }
      return {
        kicker: t('nav:activity'),
        subtitle,
        facts: [...(run ? [formatWholeRun(run, locale)] : []), formatCost(price_fen, t)],
      }
    }
    case 'artist': {
      const { discipline, latin_name, name, line, born, died } = subject.item
      const years = born === null ? [] : [died === null ? `${born} —` : `${born} — ${died}`]
      return {
        kicker: join(t('nav:artist'), discipline.name),
        subtitle: latin_name === name ? line : latin_name,
        facts: years,
      }
    }
    case 'news':
      return {
        kicker: t(`seo:news_${subject.item.kind}`),
        subtitle: subject.item.subject?.name ?? '',
        facts: [formatDate(subject.item.published_at, locale)],
      }
  }
}

interface Organization extends Pick<CardText, 'seal' | 'colours'> {
  name: string
  tagline: string
}

/** Builds the text of a share card. Pages without an item show the tagline of the organisation. */
export function buildCardText(page: PageInfo, organization: Organization, t: Translate): CardText {
  const { locale, title, subject, langs } = page
  // Other colours of the theme must not change the hash of the card.
  const { ink, paper, accent, highlight, muted_on_ink } = organization.colours
  const lines = subject
    ? readLines(subject, locale, t)
    : { kicker: t('seo:house'), subtitle: organization.tagline, facts: [] }
  return {
    locale,
    title: title ?? organization.name,
    titleLocale: getTextLocale(langs, locale),
    ...lines,
    organization: organization.name,
    seal: organization.seal,
    colours: { ink, paper, accent, highlight, muted_on_ink },
  }
}
