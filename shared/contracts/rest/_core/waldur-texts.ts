import type { z } from 'zod';
import type { FieldErrors } from '#shared/errors';

/** Error texts of docs/spec/waldur-http.md#errors-and-texts. They must not change, because clients compare them. */
export const TEXT = {
  required: 'This field is required.',
  blank: 'This field may not be blank.',
  null: 'This field may not be null.',
  noMatch: 'Invalid hyperlink - No URL match.',
  wrongMatch: 'Invalid hyperlink - Incorrect URL match.',
  badUuid: 'Enter a valid UUID.',
  badDate: 'Enter a valid date.',
  badInteger: 'Enter a whole number.',
  noData: 'No data provided',
} as const;

/** The Python name of the type of a JSON value. Waldur's error texts contain this name. */
export function pythonType(value: unknown): string {
  if (value === null) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return { string: 'str', boolean: 'bool', object: 'dict' }[String(typeof value)] ?? 'str';
}

export const notADictionary = (value: unknown): string =>
  `Invalid data. Expected a dictionary, but got ${pythonType(value)}.`;

const WRONG_TYPE: Readonly<Record<string, (value: unknown) => string | FieldErrors>> = {
  string: () => 'Not a valid string.',
  int: () => 'A valid integer is required.',
  number: () => 'A valid integer is required.',
  boolean: () => 'Must be a valid boolean.',
  array: (value) => ({ non_field_errors: [`Expected a list of items but got type "${pythonType(value)}".`] }),
  object: (value) => ({ non_field_errors: [notADictionary(value)] }),
  record: (value) => ({ non_field_errors: [notADictionary(value)] }),
};

function textOfSize(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return `Ensure this field has no more than ${issue.maximum} characters.`;
    if (issue.origin === 'array') return `Ensure this field has no more than ${issue.maximum} elements.`;
    return `Ensure this value is less than or equal to ${issue.maximum}.`;
  }
  if (issue.code !== 'too_small') return issue.message;
  if (issue.origin === 'array') return 'This list may not be empty.';
  return issue.origin === 'string' ? TEXT.blank : `Ensure this value is greater than or equal to ${issue.minimum}.`;
}

/**
 * Returns the error of one zod issue: usually a text. As in Waldur, the error is an object if a list or an object was
 * expected, but another type was sent. zod must run with `reportInput`.
 */
function textOf(issue: z.core.$ZodIssue): string | FieldErrors {
  if (issue.code === 'custom') return issue.message;
  if (issue.input === undefined) return TEXT.required;
  if (issue.input === null) return TEXT.null;
  if (issue.code === 'invalid_type') return WRONG_TYPE[issue.expected]?.(issue.input) ?? issue.message;
  if (issue.code === 'invalid_value') return `"${String(issue.input)}" is not a valid choice.`;
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'Enter a valid URL.';
  return textOfSize(issue);
}

type Tree = { texts: (string | FieldErrors)[]; below: Map<PropertyKey, Tree> };
const tree = (): Tree => ({ texts: [], below: new Map() });

function plant(root: Tree, issue: z.core.$ZodIssue): void {
  let at = root;
  for (const key of issue.path) {
    const next = at.below.get(key) ?? tree();
    at.below.set(key, next);
    at = next;
  }
  at.texts.push(textOf(issue));
}

function asObject(from: Tree): FieldErrors {
  return Object.fromEntries([...from.below].map(([key, child]) => [String(key), render(child)]));
}

/**
 * The errors of a list. The result has an entry for every item up to the last wrong item: `[{}, {"subnet": [...]}]`.
 */
function asList(from: Tree): FieldErrors[] {
  const last = Math.max(...[...from.below.keys()].map(Number));
  return Array.from({ length: last + 1 }, (_, index) => {
    const child = from.below.get(index);
    if (child === undefined) return {};
    const errors = render(child);
    return Array.isArray(errors) ? { non_field_errors: errors } : errors;
  });
}

function render(from: Tree): FieldErrors | (string | FieldErrors)[] {
  const nested = from.texts.find((text) => typeof text === 'object');
  if (nested !== undefined) return nested;
  if (from.below.size === 0) return from.texts;
  return [...from.below.keys()].every((key) => typeof key === 'number') ? asList(from) : asObject(from);
}

/**
 * Maximum number of errors in one answer. A body of 256 KB could have fifty thousand wrong items, and the answer would
 * be larger than Lambda allows.
 */
const MAX_ISSUES = 100;

/** The issues to report. Those of whole fields come first, such as too many items. */
const reported = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] =>
  issues.length <= MAX_ISSUES ? issues : issues.toSorted((a, b) => a.path.length - b.path.length).slice(0, MAX_ISSUES);

/** Makes the body of a 400 from a zod error: `{field: [text]}`, with the same nesting as the request. */
export function waldurErrors(error: z.ZodError): FieldErrors {
  const root = tree();
  for (const issue of reported(error.issues)) plant(root, issue);
  const loose = root.texts.filter((text) => typeof text === 'string');
  return { ...asObject(root), ...(loose.length > 0 && { non_field_errors: loose }) };
}
