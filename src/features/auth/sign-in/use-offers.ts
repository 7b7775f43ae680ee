import { useStore } from '@nanostores/react'
import { useSyncExternalStore } from 'react'
import { withoutScript, type SignIn } from '#api/sign-in.ts'
import { $site } from '#stores/site.ts'

// The page is prerendered before any init data are loaded.
const PRERENDERED = $site.value
const getServerSnapshot = () => PRERENDERED

const subscribe = () => () => {}
const isInWechat = () => /MicroMessenger/i.test(navigator.userAgent)

/**
 * What a page offers: what the newer init data name, each by its script only where the page was printed
 * with that script, as its policy allows no other.
 * @param current of the init data; null before they are here
 */
export function chooseOffers(
  printed: readonly SignIn[],
  current: readonly SignIn[] | null,
  inWechat: boolean,
): SignIn[] {
  const scripts = new Set(printed.flatMap((offer) => (offer.kind === 'script' ? offer.script : [])))
  return (current ?? printed)
    .map((offer) =>
      offer.kind === 'script' && scripts.has(offer.script) ? offer : withoutScript(offer),
    )
    .filter((offer) => offer !== null)
    .filter((offer) => !inWechat || offer.kind === 'script' || offer.works_in_wechat)
}

/** The third-party sign-ins that work in this browser. */
export function useOffers(printed: readonly SignIn[]): SignIn[] {
  const { signIn } = useStore($site, { ssr: getServerSnapshot })
  const inWechat = useSyncExternalStore(subscribe, isInWechat, () => false)
  return chooseOffers(printed, signIn, inWechat)
}
