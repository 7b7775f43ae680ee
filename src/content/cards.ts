import type { ActivityCard } from '#api/activity.ts'
import type { ArtistCard } from '#api/artist.ts'
import type { CourseCard } from '#api/course.ts'
import type { NewsCard } from '#api/news.ts'
import type { PerformanceCard } from '#api/perform.ts'
import type { Picture } from '#blocks/long-form.ts'
import { readNameTone, type NameTone } from './name-tone.ts'
import { preparePicture, type PictureKind } from './pictures.ts'

// Cards of the contract with prepared images.

type WithPicture<Card, Field extends keyof Card> = Omit<Card, Field> & { picture: Picture }

export type PerformanceCardContent = WithPicture<PerformanceCard, 'poster'>
export type CourseCardContent = WithPicture<CourseCard, 'poster'>
export type ActivityCardContent = WithPicture<ActivityCard, 'poster'>
export type ArtistCardContent = WithPicture<ArtistCard, 'portrait'> & { nameTone: NameTone }
export type NewsCardContent = WithPicture<NewsCard, 'image'>

export async function preparePoster<Card extends { poster: PerformanceCard['poster'] }>(
  card: Card,
  base: string,
  kind: PictureKind = 'plain',
): Promise<WithPicture<Card, 'poster'>> {
  const { poster, ...rest } = card
  return { ...rest, picture: await preparePicture(poster, base, kind) }
}

export async function preparePortrait<Card extends { portrait: ArtistCard['portrait'] }>(
  card: Card,
  base: string,
  kind: PictureKind = 'plain',
): Promise<WithPicture<Card, 'portrait'> & { nameTone: NameTone }> {
  const { portrait, ...rest } = card
  const nameTone = await readNameTone(portrait, base)
  return { ...rest, picture: await preparePicture(portrait, base, kind), nameTone }
}

export async function prepareNews<Card extends NewsCard>(
  card: Card,
  base: string,
  kind: PictureKind = 'plain',
): Promise<WithPicture<Card, 'image'>> {
  const { image, ...rest } = card
  return { ...rest, picture: await preparePicture(image, base, kind) }
}

export const preparePosters = <Card extends { poster: PerformanceCard['poster'] }>(
  cards: Card[],
  base: string,
) => Promise.all(cards.map((card) => preparePoster(card, base)))

export const preparePortraits = (cards: ArtistCard[], base: string) =>
  Promise.all(cards.map((card) => preparePortrait(card, base)))

export const prepareNewsCards = (cards: NewsCard[], base: string) =>
  Promise.all(cards.map((card) => prepareNews(card, base)))
