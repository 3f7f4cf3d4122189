import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

const operations = z.array(
  z.object({
    op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
    path: z.string(),
    from: z.string().default(''),
    value: z.unknown().optional(),
  }),
);
type Container = Record<string, unknown> | unknown[];

/**
 * Applies a JSON patch (RFC 6902) to a copy of the document.
 * @throws Error if a path does not exist or a test fails
 */
export function jsonPatch(document: unknown, patch: unknown): unknown {
  const root = { '': structuredClone(document) };
  for (const { op, path, from, value } of operations.parse(patch)) {
    const moved = op === 'move' || op === 'copy' ? structuredClone(read(root, from)) : value;
    if (op === 'test' && !isDeepStrictEqual(read(root, path), value)) throw new Error(`testing value ${path} failed`);
    if (op === 'replace') read(root, path);
    if (op === 'move') remove(root, from);
    if (op === 'remove') remove(root, path);
    else if (op !== 'test') write(root, path, moved, op !== 'replace');
  }
  return root[''];
}

const stepsOf = (path: string): string[] =>
  path.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

function holderOf(root: Container, path: string): { holder: Container; key: string } {
  const steps = stepsOf(path);
  const key = steps.pop() ?? '';
  const holder = steps.reduce<unknown>(
    (inner, step) => (isContainer(inner) ? Reflect.get(inner, step) : undefined),
    root,
  );
  if (!isContainer(holder)) throw new Error(`path ${path} does not exist`);
  return { holder, key };
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

function read(root: Container, path: string): unknown {
  const { holder, key } = holderOf(root, path);
  if (!Object.hasOwn(holder, key)) throw new Error(`path ${path} does not exist`);
  return Reflect.get(holder, key);
}

function remove(root: Container, path: string): void {
  read(root, path);
  const { holder, key } = holderOf(root, path);
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function write(root: Container, path: string, value: unknown, inserts: boolean): void {
  const { holder, key } = holderOf(root, path);
  if (!Array.isArray(holder)) holder[key] = value;
  else holder.splice(key === '-' ? holder.length : Number(key), inserts ? 0 : 1, value);
}
