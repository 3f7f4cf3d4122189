/**
 * Characters that a terminal obeys or that change the order of a line: control characters except line feed and tab, marks
 * of direction and other characters without width (Cf), other line separators (Zl, Zp).
 */
const HOSTILE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Text that a terminal shows and does not obey. Names of clouds, of Keystone and of other people can have any character.
 * Such characters become escapes as in JSON, so JSON stays the same JSON.
 */
export const printable = (text: string): string =>
  text.replaceAll(HOSTILE, (character) => character.split('').map(escapedUnit).join(''));

export const isPrintable = (text: string): boolean => printable(text) === text;

/** A text as part of one line, so that a name cannot look like further lines. */
export const oneLine = (text: string): string => text.replaceAll(/\r\n|[\n\t]/g, ' ');
