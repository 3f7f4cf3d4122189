/** Finds an object by its name or id. */
export const named = <T extends { id: string; name: string }>(
  items: readonly T[],
  wanted: string | undefined,
): T | undefined => items.find(({ id, name }) => wanted !== undefined && (name === wanted || id === wanted));
