import type { LongFormBlock } from './long-form.ts'
import { List, NestedList } from './Lists.tsx'
import { Picture } from './Picture.tsx'
import { Spans } from './Spans.tsx'
import { Table } from './Table.tsx'
import './long-form.css'

const TEXT_SIZES = '(max-width: 767px) 90vw, 660px'
const WIDE_SIZES = '(max-width: 767px) 100vw, 860px'

const Caption = ({ text }: { text: string | null }) => text && <figcaption>{text}</figcaption>

function BlockView({ block }: { block: LongFormBlock }) {
  switch (block.type) {
    case 'heading':
      return block.level === 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.content} />
        </p>
      )
    case 'list':
      return <List {...block} />
    case 'nested_list':
      return <NestedList {...block} />
    case 'table':
      return <Table {...block} />
    case 'image':
      return (
        <figure className={`image image-${block.width}`}>
          <Picture picture={block.image} sizes={block.width === 'wide' ? WIDE_SIZES : TEXT_SIZES} />
          <Caption text={block.caption} />
        </figure>
      )
    case 'image_text':
      return (
        <div className={`image-text image-${block.side}`}>
          <figure>
            <Picture picture={block.image} sizes="(max-width: 767px) 90vw, 400px" />
            <Caption text={block.caption} />
          </figure>
          <div>
            {block.paragraphs.map((spans, index) => (
              <p key={index}>
                <Spans spans={spans} />
              </p>
            ))}
          </div>
        </div>
      )
    case 'gallery':
      return (
        <div className="gallery">
          {block.images.map(({ image, caption }) => (
            <figure key={image.src}>
              <Picture picture={image} sizes="(max-width: 767px) 60vw, 420px" />
              <Caption text={caption} />
            </figure>
          ))}
        </div>
      )
    case 'video':
      return (
        <figure className="image image-wide">
          <video
            controls
            preload="none"
            playsInline
            poster={block.video.poster.src}
            width={block.video.width}
            height={block.video.height}
            aria-label={block.video.title}
          >
            <source src={block.video.url} type="video/mp4" />
            {block.video.captions.map((track) => (
              <track
                key={track.lang}
                kind="captions"
                src={track.url}
                srcLang={track.lang}
                label={track.lang === 'en' ? 'English' : '中文'}
              />
            ))}
          </video>
          <Caption text={block.caption} />
        </figure>
      )
    case 'quote':
      return (
        <figure className="quote">
          <blockquote>
            <p>{block.text}</p>
          </blockquote>
          <Caption text={block.source} />
        </figure>
      )
    case 'button':
      return (
        <p className="call">
          <a className="button" href={block.href}>
            {block.label}
          </a>
          {block.note && <small>{block.note}</small>}
        </p>
      )
  }
}

/** Long-form content: every block kind of spec section 1, at text measure. */
export function LongForm({ blocks }: { blocks: LongFormBlock[] }) {
  return (
    <div className="long-form">
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}
