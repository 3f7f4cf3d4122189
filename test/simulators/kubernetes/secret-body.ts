import { z } from 'zod';
import { invalid, KubernetesError } from './kubernetes-error.ts';
import type { Secret } from './kubernetes-objects.ts';
import { checkLabels, givenMeta } from './object-meta.ts';

const strings = z.record(z.string(), z.string());
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const body = z.object({
  kind: z.literal('Secret').optional(),
  apiVersion: z.literal('v1').optional(),
  metadata: givenMeta.default({}),
  type: z.string().optional(),
  immutable: z.boolean().optional(),
  data: strings.nullish(),
  /** Plain text; it is written, never read. */
  stringData: strings.nullish(),
});
export type GivenSecret = z.infer<typeof body>;

/** @throws KubernetesError 400 for what is no Secret */
export function parseSecret(given: unknown): GivenSecret {
  const parsed = body.safeParse(given);
  const problem = parsed.success ? badData(parsed.data) : z.prettifyError(parsed.error);
  if (parsed.success && problem === undefined) return parsed.data;
  throw new KubernetesError('BadRequest', `Secret in version "v1" cannot be handled as a Secret: ${problem}`);
}

function badData({ data }: GivenSecret): string | undefined {
  return Object.values(data ?? {}).every((value) => BASE64.test(value)) ? undefined : 'illegal base64 data';
}

/** The parts of a secret that its user writes, with `stringData` in its place. @throws KubernetesError 422 */
export function contentOf(name: string, given: GivenSecret): Pick<Secret, 'type' | 'data' | 'immutable'> {
  checkLabels('Secret', name, given.metadata.labels ?? undefined);
  const encoded = Object.entries(given.stringData ?? {}).map(([key, text]) => [
    key,
    Buffer.from(text).toString('base64'),
  ]);
  const data = { ...given.data, ...Object.fromEntries(encoded) };
  const badKey = Object.keys(data).find((key) => !/^[-._a-zA-Z0-9]+$/.test(key));
  if (badKey !== undefined) {
    throw invalid('Secret', name, `data[${badKey}]`, `Invalid value: "${badKey}": a valid config key is expected`);
  }
  return {
    type: given.type || 'Opaque',
    ...(Object.keys(data).length > 0 && { data }),
    ...(given.immutable !== undefined && { immutable: given.immutable }),
  };
}
