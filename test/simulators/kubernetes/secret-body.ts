import { invalid, KubernetesError } from './kubernetes-error.ts';
import { isRecord } from './objects/kubernetes-objects.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const entriesOf = (value: unknown): [string, string][] =>
  isRecord(value) ? Object.entries(value).map(([key, text]) => [key, String(text)]) : [];

/** Checks the keys of the data in secrets and config maps. @throws KubernetesError 422 */
export function checkDataKeys(kind: string, name: string, data: unknown): void {
  const badKey = entriesOf(data).find(([key]) => !/^[-._a-zA-Z0-9]+$/.test(key))?.[0];
  if (badKey === undefined) return;
  throw invalid({ kind }, name, `data[${badKey}]`, `Invalid value: "${badKey}": a valid config key is expected`);
}

/**
 * The position at which Go's decoder stops: the first character that is not base64, or the start of an incomplete last
 * group of four.
 */
function badByteOf(text: string): number {
  const foreign = text.search(/[^A-Za-z0-9+/=]/);
  return foreign >= 0 ? foreign : Math.max(0, Math.floor((text.length - 1) / 4) * 4);
}

/** Keys that a secret of each type must have. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/basic-auth': ['username', 'password'],
};

/** @throws KubernetesError 422 */
function checkKeysOf(name: string, type: string, data: Record<string, string>): void {
  const needed = NEEDED[type] ?? [];
  const lacking = needed.filter((key) => !(key in data));
  // A secret of this type needs only one of the two keys.
  if (lacking.length === 0 || (type === 'kubernetes.io/basic-auth' && lacking.length < needed.length)) return;
  const fields = lacking.map((key) => `data[${key}]`);
  const causes = fields.map((field) => ({ reason: 'FieldValueRequired', message: 'Required value', field }));
  const said = fields.map((field) => `${field}: Required value`).join(', ');
  const text = `Secret "${name}" is invalid: ${fields.length > 1 ? `[${said}]` : said}`;
  throw new KubernetesError('Invalid', text, { name, kind: 'Secret', causes });
}

/**
 * The contents of a secret. `stringData` is never read back: its values become values of `data`. @throws
 * KubernetesError
 */
export function secretBody(name: string, { data, stringData, type, immutable }: Record<string, unknown>) {
  const bad = entriesOf(data).find(([, value]) => !BASE64.test(value))?.[1];
  if (bad !== undefined) {
    const at = badByteOf(bad);
    const text = `Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte ${at}`;
    throw new KubernetesError('BadRequest', text);
  }
  const encoded = entriesOf(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  const all = { ...Object.fromEntries(entriesOf(data)), ...Object.fromEntries(encoded) };
  checkDataKeys('Secret', name, all);
  checkKeysOf(name, String(type), all);
  return {
    ...(Object.keys(all).length > 0 && { data: all }),
    ...(immutable !== undefined && { immutable }),
    type: type || 'Opaque',
  };
}
