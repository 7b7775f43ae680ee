import type { AstroIntegration } from 'astro'

/**
 * The Astro adapter of the publisher: builds a server whose `render.ts` renders pages on demand, so that a
 * content change requires no build.
 * @see https://docs.astro.build/en/reference/adapter-reference/
 */
export function renderer(): AstroIntegration {
  return {
    name: 'renderer',
    hooks: {
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name: 'renderer',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./render.ts', import.meta.url),
          supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
          adapterFeatures: { buildOutput: 'server' },
        }),
    },
  }
}
