import sharp from 'sharp'
import type { Locale } from '#api/language.ts'
import type { Image } from '#api/primitives.ts'
import { completeTheme } from '#api/theme.ts'
import type { FileStore } from '../../lib/file-store/file-store.ts'
import { readServerAddress, readSettingsAddress } from '../../lib/server-address.ts'
import type { Config } from '../config.ts'
import { nameMediaFile } from '../content/file-names.ts'
import type { Deps } from '../deps.ts'
import { loadPage } from '../modules/read/texts.ts'
import { createContext } from './compose-message.ts'
import type { MessageContext, MessageSite } from './message.ts'

/** Maximum size of the logo in a mail, px. */
const MAX_LOGO = { width: 240, height: 44 }

/** Renders the logo as PNG at 2x, because many mail clients do not display SVG and WebP. */
async function readLogo(files: FileStore, image: Image | null): Promise<MessageSite['logo']> {
  const source = image && (await files.read(nameMediaFile(image.url)))
  // Without a logo mails show the mark.
  if (!source) return null
  const { data, info } = await sharp(source)
    .resize({ width: 2 * MAX_LOGO.width, height: 2 * MAX_LOGO.height, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: Math.round(info.width / 2), height: Math.round(info.height / 2) }
}

/** URL of the site without a trailing slash: its public URL, otherwise the address of its local server. */
function readSiteUrl({ siteUrl, dataDir }: Config): string {
  const url = siteUrl ?? readServerAddress(dataDir) ?? readSettingsAddress()
  return url.replace(/\/$/, '')
}

/**
 * Loads the data of the site that messages show, and the interface texts, in the language of the recipient.
 * @param showsLogo whether to render the logo, which takes long
 */
export async function loadMessageContext(
  { db, config, files }: Pick<Deps, 'db' | 'config' | 'files'>,
  locale: Locale,
  { showsLogo = true } = {},
): Promise<MessageContext> {
  const { site } = await loadPage(db.query, 'site', locale)
  const { name, phone, email, brand, membership } = site
  const messageSite = {
    name,
    url: readSiteUrl(config),
    phone,
    email,
    membershipOffer: membership.offer,
    mark: brand.mark ?? name,
    logo: showsLogo ? await readLogo(files, brand.logo) : null,
    theme: completeTheme(brand.theme),
  }
  return createContext(messageSite, locale)
}
