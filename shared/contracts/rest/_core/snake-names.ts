const CAPITAL = /[A-Z]/g;

/** The same counts under names of the API: `securityGroups` becomes `security_groups`. */
export const snaked = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [
      name.replace(CAPITAL, (letter) => `_${letter.toLowerCase()}`),
      count,
    ]),
  );
