// What follows rendering (fonts into pages, media files into the folder, a word on texts that lack a
// language) is part of a build that ends with a folder. Who renders the pages does that itself, and says
// so here: Astro loads the configuration as modules of its own.

const FINISHES = Symbol.for('entracte.finishes-itself')
const shared = globalThis as { [FINISHES]?: boolean }

export const finishesItself = (): boolean => shared[FINISHES] === true

/** From now on builds of this process leave out what follows rendering. */
export function finishItself(): void {
  shared[FINISHES] = true
}
