export type ListedDiff<R> = {
  create: R[];
  /** Records that differ from their object in the list. `recorded` is the record, and `found` is its replacement. */
  change: { recorded: R; found: R }[];
  /**
   * Records of objects that are not in the list. Such a record is not removed at once, because other records may refer
   * to it.
   */
  missing: R[];
};

/** Compares records with a list from a backend. `found` has the listed objects, already turned into records. */
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
