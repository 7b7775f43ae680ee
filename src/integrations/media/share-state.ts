const STATES = Symbol.for('entracte.states')
const shared = globalThis as { [STATES]?: Record<string, unknown> }
const states = (shared[STATES] ??= {})

/**
 * State that the bundles of a process share through `globalThis`: pages are rendered in a separate bundle, with
 * modules of its own.
 * @param name unique name of the state
 */
export function shareState<State>(name: string, create: () => State): State {
  // The name identifies `create`, and thereby the type.
  return (states[name] ??= create()) as State
}
