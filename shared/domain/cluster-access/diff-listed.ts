export type ListedDiff<R> = {
  create: R[];
  /** Changed records, each with the record that replaces it. */
  change: { recorded: R; found: R }[];
  /**
   * Records whose object is not in the list. Other records may refer to them, so they are not removed after a single
   * list.
   */
  missing: R[];
};

/** Compares the records with a backend's list. `found` has the listed objects in the form of new records. */
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
