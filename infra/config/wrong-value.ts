import { z } from 'zod';
import { wordsOf } from './field.ts';
import { type SettingName, settings, variableOf } from './fields.ts';
import { hasPassword, shown } from './shown.ts';

/** A value before validation. */
export interface Given {
  readonly value: unknown;
  /** The place for messages, after `in`. */
  readonly where: string;
  readonly isInFile?: true;
}

type Path = z.core.$ZodIssue['path'];

/** `signInReturnUrls[1]`, `roleRequirement.server.cpu`. */
const nameOf = (name: string, path: Path): string =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`), name);

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (isRecord(found) ? found[String(key)] : undefined), value);
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The faults of a value, one line each; none of a valid value. */
export function wrongValue(name: SettingName, { value, where, isInFile }: Given): string[] {
  const field = settings.shape[name];
  if (value === null) return [`${name} has no value in ${where}; expected ${expectationOf(field)}.`];
  if (isInFile && hasPassword(value)) {
    return [`${name} is an address with a password in ${where}; expected it in ${variableOf(name)}, outside the file.`];
  }
  const { error } = field.safeParse(value);
  return (error?.issues ?? []).map(({ path }) => {
    const found = at(value, path);
    const what = found === undefined ? 'missing' : shown(name, found);
    return `${nameOf(name, path)} is ${what} in ${where}; expected ${expectationOf(field)}.`;
  });
}

const bounds = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
});

/** `a, b or c`. */
const choice = (items: readonly unknown[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;

const FORMATS: Partial<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'an address such as https://host.example.org',
};

/** JSON Schema gives every integer JavaScript's own bounds. They are not worth a text. */
const isBound = (number: number | undefined): number is number =>
  number !== undefined && Math.abs(number) < Number.MAX_SAFE_INTEGER;

function numberWords({ type, minimum, maximum, exclusiveMinimum }: z.infer<typeof bounds>): string {
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  if (isBound(minimum) && isBound(maximum)) return `${kind} from ${minimum} to ${maximum}`;
  if (isBound(minimum)) return `${kind}, ${minimum} or more`;
  return isBound(exclusiveMinimum) ? `${kind} above ${exclusiveMinimum}` : kind;
}

/** Describes a valid value of a field: `a whole number from 1 to 24`. */
export function expectationOf(schema: z.ZodType): string {
  const { expects } = wordsOf(schema);
  if (expects !== undefined) return expects;
  const found = bounds.parse(z.toJSONSchema(schema, { io: 'input' }));
  if (found.enum) return choice(found.enum);
  if (found.type === 'integer' || found.type === 'number') return numberWords(found);
  if (found.type === 'boolean') return 'true or false';
  return FORMATS[found.format ?? ''] ?? 'a text';
}
