export type ListedDiff<R> = {
  create: R[];
  /** Each with the record that replaces it. */
  change: { recorded: R; found: R }[];
  /**
   * Recorded, but not in the list. Other records may refer to it, so one incomplete list is not enough to remove it.
   */
  missing: R[];
};

/** Compares the records with a backend's list, which is given as the records that it would make. */
export function diffListed<R extends { uuid: string }>(
  recorded: readonly R[],
  found: readonly R[],
  fields: readonly (keyof R)[],
): ListedDiff<R> {
  const there = new Map(found.map((it) => [it.uuid, it]));
  const known = new Set(recorded.map(({ uuid }) => uuid));
  return {
    create: [...there.values()].filter(({ uuid }) => !known.has(uuid)),
    change: recorded.flatMap((it) => {
      const now = there.get(it.uuid);
      return now && fields.some((field) => now[field] !== it[field]) ? [{ recorded: it, found: now }] : [];
    }),
    missing: recorded.filter(({ uuid }) => !there.has(uuid)),
  };
}
