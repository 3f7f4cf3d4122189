import { load, YAML11_SCHEMA } from 'js-yaml';
import { Misconfigured } from '../../errors.ts';

/** YAML parsers disagree about these characters: some read them as line breaks, others as errors. */
export const AMBIGUOUS_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\r(?!\n)|\p{Surrogate}/u;

type Entries = Record<string, unknown>;
/** Whether a value is a mapping or a sequence. The keys of a sequence are its indices. */
const isCollection = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array);

const textOf = (value: unknown): string => (value instanceof Uint8Array ? [...value].join() : String(value ?? ''));

/** Whether two scalars are equal. Empty text equals null. Instants and bytes are compared as texts. */
function isSame(one: unknown, other: unknown): boolean {
  if (isCollection(one) || isCollection(other)) return false;
  if (typeof one === 'object' || typeof other === 'object') return textOf(one) === textOf(other);
  return one === other;
}

/**
 * The path of the first difference between two documents, such as `write_files.0.content`. Undefined if they are equal.
 */
export function firstDifference(one: unknown, other: unknown, path = ''): string | undefined {
  if (!isCollection(one) || !isCollection(other) || Array.isArray(one) !== Array.isArray(other)) {
    return isSame(one, other) ? undefined : path || 'the whole';
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const inner = path === '' ? key : `${path}.${key}`;
    if (!Object.hasOwn(one, key) || !Object.hasOwn(other, key)) return inner;
    const found = firstDifference(one[key], other[key], inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readAgain(text: string): unknown {
  try {
    return load(text, { schema: YAML11_SCHEMA });
  } catch {
    // The parser's own message is left out, because it quotes the text, which contains secrets.
    throw new Misconfigured('The machine’s cloud-config was refused: it is not valid YAML 1.1.');
  }
}

/**
 * Parses a cloud-config with a YAML 1.1 parser before a machine gets the cloud-config. The parser is not from the
 * library that wrote the text.
 * @throws Misconfigured that names the first difference without quoting the text
 */
export function assertReadsBackAs(text: string, meant: unknown): void {
  if (AMBIGUOUS_CHARACTERS.test(text)) {
    throw new Misconfigured(
      'The machine’s cloud-config was refused: it contains a character that YAML parsers read differently.',
    );
  }
  const difference = firstDifference(meant, readAgain(text));
  if (difference === undefined) return;
  throw new Misconfigured(
    `The machine’s cloud-config was refused: a YAML parser would read ${difference} differently from what was meant.`,
  );
}
