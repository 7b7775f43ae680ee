import type { Section } from '#api/sections.ts'
import { withoutScript, type SignIn } from '#api/sign-in.ts'
import { getBanner, getInit, type Init } from '#api/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { buildConfig } from './build-config.ts'
import { readDocumentKind, type DocumentKind } from './document-kind.ts'
import { readContent } from './client.ts'
import { nameDocument } from './file-names.ts'
import { ContentUnavailableError } from './query-cache/content-fault.ts'
import { resolveMediaBase, readMedia } from './media.ts'
import { prepareBlocks } from './long-form.ts'
import { ensureFile } from '#integrations/media/media-store.ts'
import { preparePicture } from './pictures.ts'
import { allowsSignInScript } from '#integrations/policy/policy.ts'

/** Types of documents by content hash: every page refers to the same two documents. */
const kindsByHash = new Map<string, DocumentKind>()

/**
 * Publishes a document of the organisation (agreement, policy) beside the pages.
 * @throws ContentUnavailableError when it cannot be downloaded and was never published
 */
async function publishDocument(
  field: 'user_agreement_file' | 'privacy_policy_file',
  init: Init,
): Promise<string> {
  const address = init.site[field]
  const url = new URL(address, resolveMediaBase(init.viewurl)).href
  const { hash, read } = await readMedia(url).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const call = `${getInit.method} ${getInit.path} (${init.lang})`
    throw new ContentUnavailableError(
      `${call}: site.${field}: ${reason} (every page needs this document)`,
      { cause },
    )
  })
  const kind = kindsByHash.get(hash) ?? readDocumentKind(await read(), address)
  kindsByHash.set(hash, kind)
  return ensureFile(`files/${nameDocument(url)}.${hash}.${kind}`, read)
}

/**
 * Replaces a sign-in by its redirect variant if the policy of pages does not allow its script; null without
 * one.
 */
const applySignInPolicy = (offer: SignIn): SignIn | null =>
  offer.kind === 'script' && allowsSignInScript(offer.script, buildConfig)
    ? offer
    : withoutScript(offer)

/** Init data with footer text, documents and share image prepared. */
export async function getSite(locale: Locale) {
  const init = await readContent(getInit, locale)
  const base = resolveMediaBase(init.viewurl)
  const signIn = init.sign_in.map(applySignInPolicy).filter((offer) => offer !== null)
  return {
    ...init,
    sign_in: signIn,
    sign_in_scripts: signIn.filter((offer) => offer.kind === 'script').map(({ script }) => script),
    site: {
      ...init.site,
      foot_content: await prepareBlocks(init.site.foot_content, base, locale, 'site.foot_content'),
      user_agreement_file: await publishDocument('user_agreement_file', init),
      privacy_policy_file: await publishDocument('privacy_policy_file', init),
      /** The addresses of the documents at the API. */
      document_sources: {
        agreement: init.site.user_agreement_file,
        policy: init.site.privacy_policy_file,
      },
      share_image: await preparePicture(init.site.share_image, base),
    },
  }
}
export type SiteContent = Awaited<ReturnType<typeof getSite>>

/** The policy directive of pages that send files, for a storage service on another host. */
export const getUploadDirective = ({ upload }: SiteContent) =>
  `connect-src ${URL.parse(upload.endpoint)?.origin ?? "'self'"}` as const

/** The enabled sections, in the order of the navigation. Every page reads them: wrap further queries in `derive`. */
export async function getSections(locale: Locale): Promise<readonly Section[]> {
  return (await readContent(getInit, locale)).site.sections
}

/** The name of the organisation, without preparing the rest of the init data. */
export async function getSiteName(locale: Locale): Promise<string> {
  return (await readContent(getInit, locale)).site.name
}

/** The base URL of relative media files. */
export async function getMediaBase(locale: Locale): Promise<string> {
  return resolveMediaBase((await readContent(getInit, locale)).viewurl)
}

export async function getBanners(locale: Locale) {
  const base = await getMediaBase(locale)
  const { banners } = await readContent(getBanner, locale)
  return Promise.all(
    banners.map(async (banner) => ({
      ...banner,
      image: await preparePicture(banner.image, base, 'hero'),
    })),
  )
}
export type BannerContent = Awaited<ReturnType<typeof getBanners>>[number]
