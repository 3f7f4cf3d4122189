const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses labels that a client sends in a patch as one string, in the notation of a Python dictionary. */
function fromText(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll("'", '"'));
  } catch {
    return text;
  }
}

/** The value of a label as a string. Clients may send a number or a boolean. */
export const labelText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/**
 * Labels by name, with their values as strings. A value that is not a dictionary is returned unchanged, so that the
 * later check of labels refuses it.
 */
export function labelTexts(given: unknown): unknown {
  const labels = typeof given === 'string' ? fromText(given) : given;
  if (!isDictionary(labels)) return given;
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, labelText(value)]));
}
