/** A thread about a pump, for tests: what each says, and who. */
export const SAID = [
  'The pump loses its prime after an hour and I have no idea why this happens, as all of the hoses were renewed last spring.',
  'Check the foot valve first, mine had a small stone stuck in it for weeks before anybody thought of looking there.',
  'Did you look at the gasket? It shrinks in the cold and lets air in, and from outside there is nothing to be seen of it.',
  'Thanks to all of you, it was the gasket. A new one cost two euros and now the pump runs as it did on the first day.',
]
export const NAMES = ['greta', 'PipeDream', 'Tomasz', 'oldspanner']
