/** Whether a field is empty. Rancher leaves out empty fields before it compares two machine configs. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A value without empty fields, at any depth. The number 0 stays, because it is a value. Items of lists stay, too. */
function compacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compacted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, compacted(part)] as const);
  return Object.fromEntries(entries.filter(([, part]) => !isEmpty(part)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * JSON with sorted keys and without empty fields, so that values with the same meaning have the same text. Names of
 * machine configs depend on this text, so a change of this function would replace machines.
 */
export const compactJson = (value: unknown): string => JSON.stringify(compacted(value)) ?? '';

/** Whether two values mean the same. Empty fields and the order of keys are ignored. */
export const isSameContent = (one: unknown, other: unknown): boolean => compactJson(one) === compactJson(other);
