import { useEffect, useState } from 'react'
import type { Order } from '#api/order.ts'
import { getOrderKind } from './order-kinds.ts'
import './item-art.css'

interface Props {
  order: Order
  /** Width on the page, as the value of the `sizes` attribute. */
  sizes: string
}

/** The poster of an ordered item, or a card for kinds without posters. Decorative. */
export function ItemArt({ order, sizes }: Props) {
  const name = getOrderKind(order).readArtName(order)
  const [art, setArt] = useState<Art | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (name !== null) void loadArt(name).then((loaded) => isCurrent && setArt(loaded))
    return () => {
      isCurrent = false
    }
  }, [name])
  return (
    <div className="item-art" data-card={name === null || undefined}>
      {art && <img src={art.src} srcSet={art.srcset} sizes={sizes} alt="" loading="lazy" />}
    </div>
  )
}

/** A poster, as in the response of `src/pages/art-[name].json.ts`. */
interface Art {
  src: string
  srcset: string
}

const loads = new Map<string, Promise<Art | null>>()

async function fetchArt(name: string): Promise<Art | null> {
  const response = await fetch(`/art-${name}.json`)
  return response.ok ? ((await response.json()) as Art) : null
}

/** Loads a poster by its name, once per page; null if there is none. */
function loadArt(name: string): Promise<Art | null> {
  const load = loads.get(name) ?? fetchArt(name).catch(() => null)
  loads.set(name, load)
  return load
}
