import type { VideoObject } from 'schema-dts'
import type { LongFormBlock } from '#blocks/long-form.ts'
import { absolute, type SeoContext } from './context.ts'

interface PageContext {
  /** Summary of the page, for videos without a caption. */
  summary: string
  /** When the page was published, if known. */
  publishedAt?: string
}

/** Builds the videos of a long-form body. */
export function buildVideos(
  body: readonly LongFormBlock[],
  { summary, publishedAt }: PageContext,
  context: SeoContext,
): VideoObject[] {
  return body.flatMap((block): VideoObject[] => {
    if (block.type !== 'video') return []
    const { title, url, poster, width, height, duration_s } = block.video
    return [
      {
        '@type': 'VideoObject',
        name: title,
        description: block.caption ?? summary,
        thumbnailUrl: absolute(poster.src, context),
        contentUrl: absolute(url, context),
        duration: `PT${Math.round(duration_s)}S`,
        width: `${width}`,
        height: `${height}`,
        ...(publishedAt !== undefined && { uploadDate: publishedAt }),
      },
    ]
  })
}
