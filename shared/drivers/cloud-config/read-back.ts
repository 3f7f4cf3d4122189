import { load, YAML11_SCHEMA } from 'js-yaml';
import { Misconfigured } from '../../errors.ts';

/** Where readers of YAML break lines, or refuse the document, each in its own way. */
export const UNLIKE_TO_READERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\r(?!\n)|\p{Surrogate}/u;

type Entries = Record<string, unknown>;
/** Sequences too, whose keys are their indices. */
const isCollection = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array);

const textOf = (value: unknown): string => (value instanceof Uint8Array ? [...value].join() : String(value ?? ''));

/** Whether two scalars are the same: a text that is empty is as good as nothing, and instants and bytes are compared as text. */
function isSame(one: unknown, other: unknown): boolean {
  if (isCollection(one) || isCollection(other)) return false;
  if (typeof one === 'object' || typeof other === 'object') return textOf(one) === textOf(other);
  return one === other;
}

/** Where two documents differ: a path such as `write_files.0.content`; undefined where they are the same. */
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
    // Without the reader's own words, which quote the text: it has secrets in it.
    throw new Misconfigured('The cloud-config is not made: a second reader of YAML does not read it.');
  }
}

/**
 * Reads a cloud-config again, with a reader of YAML 1.1 that had no part in its writing, before a machine is made with it.
 * @throws Misconfigured naming the first place that does not read as what was meant, and quoting nothing of it
 */
export function assertReadsBackAs(text: string, meant: unknown): void {
  if (UNLIKE_TO_READERS.test(text)) {
    throw new Misconfigured('The cloud-config is not made: it has a character that readers of YAML do not agree on.');
  }
  const difference = firstDifference(meant, readAgain(text));
  if (difference === undefined) return;
  throw new Misconfigured(`The cloud-config is not made: ${difference} would not be read as what was meant.`);
}
