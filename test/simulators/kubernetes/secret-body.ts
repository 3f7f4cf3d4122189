import { invalid, KubernetesError } from './kubernetes-error.ts';
import { isRecord } from './kubernetes-objects.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const entriesOf = (value: unknown): [string, string][] =>
  isRecord(value) ? Object.entries(value).map(([key, text]) => [key, String(text)]) : [];

/** Keys of what secrets and config maps hold. @throws KubernetesError 422 */
export function checkDataKeys(kind: string, name: string, data: unknown): void {
  const badKey = entriesOf(data).find(([key]) => !/^[-._a-zA-Z0-9]+$/.test(key))?.[0];
  if (badKey === undefined) return;
  throw invalid({ kind }, name, `data[${badKey}]`, `Invalid value: "${badKey}": a valid config key is expected`);
}

/** What a secret holds: `stringData`, which is written and never read, takes its place in `data`. @throws KubernetesError */
export function secretBody(name: string, { data, stringData, type, immutable }: Record<string, unknown>) {
  if (!entriesOf(data).every(([, value]) => BASE64.test(value))) {
    const text = 'Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte 0';
    throw new KubernetesError('BadRequest', text);
  }
  const encoded = entriesOf(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  const all = { ...Object.fromEntries(entriesOf(data)), ...Object.fromEntries(encoded) };
  checkDataKeys('Secret', name, all);
  return {
    ...(Object.keys(all).length > 0 && { data: all }),
    ...(immutable !== undefined && { immutable }),
    type: type || 'Opaque',
  };
}
