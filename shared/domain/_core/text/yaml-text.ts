import { Document, type Node, Scalar, visit } from 'yaml';

/** Matches lines of text that all YAML parsers read alike in a literal block. */
const TAME_LINES = /^[!-~](?:[ -~]*[!-~])?(?:\n(?:[ -~]*[!-~])?)*[!-~]\n$/;
const TAME_WORD = /^[A-Za-z/][\w./-]*$/;
/** Words that YAML 1.1 reads as booleans or null (https://yaml.org/type/bool.html). */
const NO_TEXT = /^(?:y|yes|n|no|on|off|true|false|null)$/i;
const ESCAPES = [
  [0xff, 'x', 2],
  [0xffff, 'u', 4],
  [0x10ffff, 'U', 8],
] as const;

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const [, letter, digits] = ESCAPES.find(([most]) => code <= most) ?? ESCAPES[2];
  return `\\${letter}${code.toString(16).padStart(digits, '0')}`;
}

function typeOf(text: string, isKey: boolean): Scalar.Type {
  if (TAME_WORD.test(text) && !NO_TEXT.test(text)) return Scalar.PLAIN;
  return !isKey && TAME_LINES.test(text) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

/**
 * Chooses the style of every text in a node, so that parsers of YAML 1.1 and 1.2 read the same value. A single ordinary
 * word gets no quotes. Lines of ordinary characters become a literal block. All other texts get double quotes.
 */
export function quoteTexts(node: Node): void {
  visit(node, {
    Scalar: (position, scalar) => {
      if (typeof scalar.value === 'string') scalar.type = typeOf(scalar.value, position === 'key');
    },
  });
}

/** Never breaks long texts into several lines. Line breaks inside a text stay. */
export const YAML_LAYOUT = {
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

/**
 * A value as YAML in printable ASCII. With other characters, parsers would read different values. Parsers of YAML 1.1,
 * such as in cloud-init and kubectl, break lines at U+0085, U+2028 and U+2029. Parsers of YAML 1.2 do not.
 */
export function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  if (document.contents) quoteTexts(document.contents);
  // All characters outside printable ASCII are escaped. YAML allows escapes only in double quotes, and `quoteTexts` has
  // put every text with such characters into double quotes.
  return document.toString(YAML_LAYOUT).replaceAll(/[^\n -~]/gu, escaped);
}
