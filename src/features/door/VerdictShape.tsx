import type { Shape } from './verdict.ts'

const PATHS: Record<Shape, string> = {
  tick: 'M14 52 40 78 88 24',
  twice: 'M10 50 30 70 60 34M40 66l6 6 44-48',
  calendar: 'M16 24h68v62H16ZM16 42h68M34 14v18M66 14v18M36 54l28 22M64 54 36 76',
  coin: 'M50 12a38 38 0 1 0 0 76 38 38 0 0 0 0-76ZM34 34l16 20 16-20M50 54v22M36 56h28M36 66h28',
  cross: 'm20 20 60 60M80 20 20 80',
  question: 'M32 36a18 18 0 1 1 26 16c-6 3-8 7-8 14M50 80v4',
  lock: 'M26 46h48v38H26ZM36 46V32a14 14 0 0 1 28 0v14M50 60v10',
  hourglass: 'M28 14h44M28 86h44M32 14c0 26 36 46 36 72M68 14c0 26-36 46-36 72',
  plug: 'M12 88 34 66M30 52l18 18 12-12-18-18ZM52 30l18 18 18-18M62 20 44 38M80 38 62 56',
}

/** The shape of a verdict, recognisable at arm's length. */
export function VerdictShape({ shape }: { shape: Shape }) {
  return (
    <svg className="verdict-shape" viewBox="0 0 100 100" aria-hidden="true">
      <path d={PATHS[shape]} />
    </svg>
  )
}
