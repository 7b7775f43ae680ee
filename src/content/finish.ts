// What follows rendering, fonts into pages and media files into the folder, is part of a build that
// ends with a folder. Who takes the pages as they are rendered does that itself, and says so here:
// Astro loads the configuration as modules of its own.

const FINISHES = Symbol.for('entracte.finishes-itself')
const shared = globalThis as { [FINISHES]?: boolean }

export const finishesItself = (): boolean => shared[FINISHES] === true

/** From now on builds of this process leave out what follows rendering. */
export function finishItself(): void {
  shared[FINISHES] = true
}
