import type { VideoObject } from 'schema-dts'
import type { NewsContent } from '#content/news.ts'
import { toAbsolute, type SeoContext } from './context.ts'

/** Builds the videos of a news item. Other items have no date of publication, which search engines require. */
export const buildVideos = (
  { body, summary, published_at }: Pick<NewsContent, 'body' | 'summary' | 'published_at'>,
  context: SeoContext,
): VideoObject[] =>
  body.flatMap((block): VideoObject[] => {
    if (block.type !== 'video') return []
    const { title, url, poster, width, height, duration_s } = block.video
    return [
      {
        '@type': 'VideoObject',
        name: title,
        description: block.caption ?? summary,
        thumbnailUrl: toAbsolute(poster.src, context),
        contentUrl: toAbsolute(url, context),
        uploadDate: published_at,
        duration: `PT${Math.round(duration_s)}S`,
        width: `${width}`,
        height: `${height}`,
      },
    ]
  })
