import type { ActivityCard } from '#api/activity.ts'
import type { ArtistCard } from '#api/artist.ts'
import type { CourseCard } from '#api/course.ts'
import type { NewsCard } from '#api/news.ts'
import type { PerformanceCard } from '#api/perform.ts'
import type { Image } from '#api/primitives.ts'
import type { Picture } from '#blocks/long-form.ts'
import { isLongName, readNameTone, type NameTone } from './name-tone.ts'
import { preparePicture, type PictureKind } from './pictures.ts'

// Cards of the contract with prepared images.

type WithPicture<Card, Field extends keyof Card> = Omit<Card, Field> & { picture: Picture }

export type PerformanceCardContent = WithPicture<PerformanceCard, 'poster'>
export type CourseCardContent = WithPicture<CourseCard, 'poster'>
export type ActivityCardContent = WithPicture<ActivityCard, 'poster'>
export type ArtistCardContent = WithPicture<ArtistCard, 'portrait'> & {
  nameTone: NameTone
  /** Whether the name takes more than one line on the portrait. */
  isNameLong: boolean
}
export type NewsCardContent = WithPicture<NewsCard, 'image'>

/** Prepares the image in a field of a card. */
export async function prepareCard<Field extends string, Card extends Record<Field, Image>>(
  card: Card,
  field: Field,
  base: string,
  kind?: PictureKind,
): Promise<WithPicture<Card, Field>> {
  const { [field]: image, ...rest } = card
  return { ...rest, picture: await preparePicture(image, base, kind) }
}

export const prepareCards = <Field extends string, Card extends Record<Field, Image>>(
  cards: Card[],
  field: Field,
  base: string,
) => Promise.all(cards.map((card) => prepareCard(card, field, base)))

export async function preparePortrait<Card extends { name: string; portrait: Image }>(
  card: Card,
  base: string,
  kind?: PictureKind,
) {
  const nameTone = await readNameTone(card.name, card.portrait, base)
  const isNameLong = isLongName(card.name)
  return { ...(await prepareCard(card, 'portrait', base, kind)), nameTone, isNameLong }
}

export const preparePortraits = (cards: ArtistCard[], base: string) =>
  Promise.all(cards.map((card) => preparePortrait(card, base)))
