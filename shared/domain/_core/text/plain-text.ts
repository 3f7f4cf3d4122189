import { z } from 'zod';

/**
 * Controls (C0, DEL, C1), line and paragraph separators, marks that turn the direction of text (Unicode's Bidi_Control), and halves of
 * characters: what is read as something else than it looks like, or ends a line for one reader and not for another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
const IN_NO_LINE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/u;
const LINES_AND_TABS = /[\n\t]+/g;

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Waldur's words for the two that it refuses itself. */
function problemWith(character: string): string {
  if (character === '\0') return 'Null characters are not allowed.';
  if (/\p{Surrogate}/u.test(character)) return 'Surrogate characters are not allowed.';
  return `Control characters are not allowed: ${codeOf(character)}.`;
}

const unix = (text: string): string => text.replaceAll('\r\n', '\n');
const firstOf = (text: string): string | undefined => IN_NO_LINE.exec(text)?.[0];
const inLines = (text: string): string => unix(text).replaceAll(LINES_AND_TABS, ' ');

/** Refuses what no line may have of a text, and says which; nothing else is looked for then. */
const withoutControls = (partOf: (text: string) => string) =>
  z.refine<string>((text) => firstOf(partOf(text)) === undefined, {
    error: ({ input }) => problemWith(firstOf(partOf(String(input))) ?? ''),
    abort: true,
  });

/** A check for a schema of text that has a form of its own, as an address has. */
export const inOneLine = withoutControls((text) => text);
/** One line of text; white space around it is not kept. */
export const lineText = () => z.string().trim().check(inOneLine);
/** Lines of text, with tabs; white space around it is not kept, and lines end as Unix ends them. */
export const paragraphText = () => z.string().trim().overwrite(unix).check(withoutControls(inLines));
/** A document that is kept as it was sent, white space and all. */
export const documentText = () => z.string().check(withoutControls(inLines));

/** Text of whatever source as one line: what no line may have of it becomes a space. */
export const asLine = (text: string): string => text.replaceAll(new RegExp(IN_NO_LINE, 'gu'), ' ').trim();
/** The same of text that may have several lines. */
export const asParagraphs = (text: string): string => unix(text).split('\n').map(asLine).join('\n').trim();
