import { z } from 'zod';

/**
 * Control characters (C0, DEL, C1), separators of lines and paragraphs, marks that change the direction of text
 * (Unicode's Bidi_Control), and halves of surrogate pairs. Text with these characters can look different from what it
 * is, and programs disagree about where a line ends.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
const IN_NO_LINE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/u;
const LINES_AND_TABS = /[\n\t]+/g;

/** The error for a forbidden character. For null and surrogate characters, the error is Waldur's text. */
function problemWith(character: string): string {
  if (character === '\0') return 'Null characters are not allowed.';
  if (/\p{Surrogate}/u.test(character)) return 'Surrogate characters are not allowed.';
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return `Control characters are not allowed: ${code}.`;
}

const unix = (text: string): string => text.replaceAll('\r\n', '\n');
const firstOf = (text: string): string | undefined => IN_NO_LINE.exec(text)?.[0];
const inLines = (text: string): string => unix(text).replaceAll(LINES_AND_TABS, ' ');

/** Refuses text with a forbidden character. The error names the first such character. */
const withoutControls = (partOf: (text: string) => string) =>
  z.refine<string>((text) => firstOf(partOf(text)) === undefined, {
    error: ({ input }) => problemWith(firstOf(partOf(String(input))) ?? ''),
    abort: true,
  });

/** Checks that a text is one line. Schemas with their own format, such as e-mail addresses, use this check. */
export const inOneLine = withoutControls((text) => text);
/** One line of text. White space around it is removed. */
export const lineText = () => z.string().trim().check(inOneLine);
/**
 * One line of text that is used exactly as sent, such as a name that is looked up. White space around it is refused,
 * not removed. Otherwise a check that reads the text as sent would miss the name.
 */
export const exactLine = () =>
  z
    .string()
    .refine((text) => text.trim() === text, { error: 'Remove the white space around this text.', abort: true })
    .check(inOneLine);
/** Lines of text, which may contain tabs. White space around the text is removed, and lines end with LF. */
export const paragraphText = () => z.string().trim().overwrite(unix).check(withoutControls(inLines));
/** A document that is stored exactly as sent, with all white space. */
export const documentText = () => z.string().check(withoutControls(inLines));

/** Turns any text into one line. Forbidden characters become spaces. */
export const asLine = (text: string): string => text.replaceAll(new RegExp(IN_NO_LINE, 'gu'), ' ').trim();
/** Turns any text into lines. Forbidden characters become spaces. */
export const asParagraphs = (text: string): string => unix(text).split('\n').map(asLine).join('\n').trim();
