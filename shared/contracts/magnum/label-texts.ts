const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Clients put the labels of a patch into a text, as Python writes a dictionary of texts. */
function fromText(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll("'", '"'));
  } catch {
    return text;
  }
}

/** The value of a label as a text. It may be sent as a number or a flag. */
export const labelText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** Labels as texts by name. What is no dictionary stays as it is, so that the check of the labels refuses it. */
export function labelTexts(given: unknown): unknown {
  const labels = typeof given === 'string' ? fromText(given) : given;
  if (!isDictionary(labels)) return given;
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, labelText(value)]));
}
