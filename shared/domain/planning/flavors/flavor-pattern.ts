import { RE2JS, RE2JSException } from 're2js';
import { Misconfigured } from '#shared/errors';

export const MAX_PATTERN = 255;
/** Maximum number of instructions of a compiled pattern. `((a{99}){9}){9}` is short, but slow to match. */
const MAX_PROGRAM = 2000;

function compiled(pattern: string, flags = 0): RE2JS | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  try {
    const engine = RE2JS.compile(pattern, flags);
    return engine.programSize() <= MAX_PROGRAM ? engine : undefined;
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/**
 * Whether a text is a regular expression of RE2 that is not too large. RE2 has no back references and no look-around.
 */
export const isFlavorPattern = (text: string): boolean => compiled(text) !== undefined;

/**
 * Makes a function that checks whether the offering's `flavors_regex` matches a whole name. RE2 does not backtrack, so
 * its time grows only with the length of the name. JavaScript's engine can need hours for `(a+)+b`.
 * @throws Misconfigured if RE2 does not accept the stored pattern
 */
export function flavorMatcher(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined) return () => true;
  const engine = compiled(pattern);
  if (!engine) throw new Misconfigured('The offering’s flavors_regex is not valid.');
  return (name) => engine.matches(name);
}

/**
 * Makes a function that searches a name for a pattern, and ignores upper and lower case. Undefined if the pattern is
 * not valid.
 */
export function nameSearch(pattern: string): ((name: string) => boolean) | undefined {
  const engine = compiled(pattern, RE2JS.CASE_INSENSITIVE);
  return engine && ((name) => engine.matcher(name).find());
}
