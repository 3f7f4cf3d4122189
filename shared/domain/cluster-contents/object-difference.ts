import { isSameValue } from '../_core/values/deep-equal.ts';
import type { KubernetesObject } from './kubernetes-object.ts';

/** Fields of metadata that the API server sets. */
const BY_SERVER = ['managedFields', 'resourceVersion', 'generation', 'uid', 'creationTimestamp', 'selfLink'];
const SECRET_FIELDS = ['data', 'stringData'];
const HIDDEN = '(not shown)';
const MAX_LINES = 1000;

type Fields = Map<string, unknown>;

const isFilled = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** All values of an object by their paths, such as `spec.ports[0].port`. */
function fieldsOf(value: unknown, path: string, found: Fields = new Map()): Fields {
  if (!isFilled(value)) return found.set(path, value);
  for (const [key, below] of Object.entries(value)) {
    const dotted = path === '' ? key : `${path}.${key}`;
    fieldsOf(below, Array.isArray(value) ? `${path}[${key}]` : dotted, found);
  }
  return found;
}

/**
 * The fields that people have set: all fields except the status and the metadata that the API server sets.
 */
function authored(object: KubernetesObject | undefined): Fields {
  if (object === undefined) return new Map();
  const { status: _status, metadata, ...rest } = object;
  const own = Object.entries(metadata).filter(([field]) => !BY_SERVER.includes(field));
  return fieldsOf({ ...rest, metadata: Object.fromEntries(own) }, '');
}

/** The annotation in which kubectl keeps a copy of the whole object, including the values of a Secret. */
const COPY = 'metadata.annotations.kubectl.kubernetes.io/last-applied-configuration';

const isSecret = (path: string): boolean =>
  path === COPY || SECRET_FIELDS.some((field) => path === field || path.startsWith(`${field}.`));

/**
 * The differences between two states of an object. For each field, a line with `-` has the old value, and a line with
 * `+` the new value. A new object has no `before`. Values of a Secret are not shown. The text is empty if nothing
 * differs.
 */
export function differenceOf(before: KubernetesObject | undefined, after: KubernetesObject): string {
  const [old, next] = [authored(before), authored(after)];
  const shown = (path: string, value: unknown): string =>
    after.kind === 'Secret' && isSecret(path) ? HIDDEN : JSON.stringify(value);
  const lines = [...new Set([...old.keys(), ...next.keys()])].sort().flatMap((path) => {
    if (old.has(path) && next.has(path) && isSameValue(old.get(path), next.get(path))) return [];
    return [
      ...(old.has(path) ? [`- ${path}: ${shown(path, old.get(path))}`] : []),
      ...(next.has(path) ? [`+ ${path}: ${shown(path, next.get(path))}`] : []),
    ];
  });
  const rest = lines.length - MAX_LINES;
  return [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [`(${rest} more lines)`] : [])].join('\n');
}
