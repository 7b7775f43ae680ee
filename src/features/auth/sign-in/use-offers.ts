import { useStore } from '@nanostores/react'
import { withoutScript, type SignIn } from '#api/sign-in.ts'
import { useSession } from '#features/ui/use-session.ts'
import { $site } from '#stores/site.ts'

/**
 * The sign-ins to offer on a page: those of the newer init data, or else those at build time. A sign-in
 * uses its script only if the page was prerendered with that script, because the page's content security
 * policy allows no other.
 * @param initial the sign-ins at build time
 * @param current the sign-ins of the init data; null before they are loaded
 */
export function chooseOffers(
  initial: readonly SignIn[],
  current: readonly SignIn[] | null,
  isInWechat: boolean,
): SignIn[] {
  const scripts = new Set(initial.flatMap((offer) => (offer.kind === 'script' ? offer.script : [])))
  return (current ?? initial)
    .map((offer) =>
      offer.kind === 'script' && scripts.has(offer.script) ? offer : withoutScript(offer),
    )
    .filter((offer) => offer !== null)
    .filter((offer) => !isInWechat || offer.kind === 'script' || offer.works_in_wechat)
}

/** The third-party sign-ins that work in this browser. */
export function useOffers(initial: readonly SignIn[]): SignIn[] {
  const { signIn } = useStore($site, { ssr: 'initial' })
  const isPrerendered = useSession().status === 'unknown'
  const isInWechat = !isPrerendered && /MicroMessenger/i.test(navigator.userAgent)
  return chooseOffers(initial, signIn, isInWechat)
}
