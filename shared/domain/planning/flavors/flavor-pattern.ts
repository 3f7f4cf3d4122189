import { RE2JS, RE2JSException } from 're2js';
import { Misconfigured } from '#shared/errors';

export const MAX_PATTERN = 255;
/** Instructions of the compiled pattern: `((a{99}){9}){9}` is short, and long to evaluate. */
const MAX_PROGRAM = 2000;

function compiled(pattern: string): RE2JS | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  try {
    const engine = RE2JS.compile(pattern);
    return engine.programSize() <= MAX_PROGRAM ? engine : undefined;
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Whether a text is a regular expression in RE2's syntax, which has neither back references nor look-around, and is short enough. */
export const isFlavorPattern = (text: string): boolean => compiled(text) !== undefined;

/**
 * Tells which names an offering's `flavors_regex` matches as a whole, in time that grows with the name alone: RE2's engine never goes
 * back, where JavaScript's tries for hours what `(a+)+b` may mean.
 * @throws Misconfigured for a pattern that was stored before it was held to RE2's syntax
 */
export function flavorMatcher(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined) return () => true;
  const engine = compiled(pattern);
  if (!engine) throw new Misconfigured('The offering’s flavors_regex is none that can be evaluated.');
  return (name) => engine.matches(name);
}
