import { useEffect, useState } from 'react'
import type { Order } from '#api/order.ts'
import { getOrderKind } from './order-kinds.ts'
import { loadArt, type Art } from './load-art.ts'
import './item-art.css'

interface Props {
  order: Order
  /** Width on the page, as the value of the `sizes` attribute. */
  sizes: string
}

/** The poster of an ordered item, or else the artwork of its kind. Decorative. */
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
    <div className="item-art" data-kind={order.type}>
      {art && <img src={art.src} srcSet={art.srcset} sizes={sizes} alt="" loading="lazy" />}
    </div>
  )
}
