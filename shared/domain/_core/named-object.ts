import { parseReference, type Uuid } from './identifier.ts';
import { likelyName } from './text/nearest-name.ts';

export type NamedThing = { uuid: Uuid; name: string };
export type Found = { uuid: Uuid } | { error: string };

/** Whether a reference may be the name of an object. A uuid or a URL is no name. */
export const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !value.includes('/') && parseReference(value) === undefined;

/**
 * Finds the object with this name, if only one object has it.
 * @param what the kind of object, for errors: `flavor`
 * @returns the object's uuid, or an error if no object or more than one object has the name
 */
export function onlyNamed(name: string, things: readonly NamedThing[], what: string): Found {
  const found = things.filter((thing) => thing.name === name);
  const [first] = found;
  if (first && found.length === 1) return { uuid: first.uuid };
  if (first) return { error: `${found.length} objects have the name "${name}": give the uuid of the ${what}.` };
  const likely = likelyName(
    name,
    things.map((thing) => thing.name),
  );
  const hint = likely === undefined || things.length === 0 ? '' : ` Did you mean "${likely}"?`;
  return { error: `Invalid hyperlink - No URL match. There is no ${what} called "${name}".${hint}` };
}
