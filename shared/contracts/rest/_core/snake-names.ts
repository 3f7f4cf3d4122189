const CAPITAL = /[A-Z]/g;

/** Renames counts for the API: `securityGroups` becomes `security_groups`. */
export const snaked = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [
      name.replace(CAPITAL, (letter) => `_${letter.toLowerCase()}`),
      count,
    ]),
  );
