import type { z } from 'zod';
import { expectationOf } from './expectation.ts';
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
