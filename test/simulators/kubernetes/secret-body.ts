import { invalid, KubernetesError } from './kubernetes-error.ts';
import { isRecord } from './objects/kubernetes-objects.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const entriesOf = (value: unknown): [string, string][] =>
  isRecord(value) ? Object.entries(value).map(([key, text]) => [key, String(text)]) : [];

/** Keys of what secrets and config maps hold. @throws KubernetesError 422 */
export function checkDataKeys(kind: string, name: string, data: unknown): void {
  const badKey = entriesOf(data).find(([key]) => !/^[-._a-zA-Z0-9]+$/.test(key))?.[0];
  if (badKey === undefined) return;
  throw invalid({ kind }, name, `data[${badKey}]`, `Invalid value: "${badKey}": a valid config key is expected`);
}

/** Where Go's decoder stops: at a character that is none of base64's, or at the last four, of which some are missing. */
function badByteOf(text: string): number {
  const foreign = text.search(/[^A-Za-z0-9+/=]/);
  return foreign >= 0 ? foreign : Math.max(0, Math.floor((text.length - 1) / 4) * 4);
}

/** What a secret holds: `stringData`, which is written and never read, takes its place in `data`. @throws KubernetesError */
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
  if (type === 'kubernetes.io/basic-auth' && !('username' in all || 'password' in all)) {
    const missing = ['username', 'password'].map((key) => `data[${key}]: Required value`).join(', ');
    throw new KubernetesError('Invalid', `Secret "${name}" is invalid: [${missing}]`, { name, kind: 'Secret' });
  }
  return {
    ...(Object.keys(all).length > 0 && { data: all }),
    ...(immutable !== undefined && { immutable }),
    type: type || 'Opaque',
  };
}
