import { z } from 'zod';
import type { KnownSecret } from './find-secrets.ts';

const byName = z.record(z.string(), z.array(z.string()));

/**
 * All secrets that a backend has received or returned since its start. `kind` names the header or field, e.g. `vault
 * secret_id`.
 */
export async function exchangedSecrets(backend: string, url: string): Promise<KnownSecret[]> {
  const answer = await fetch(`${url}/_sim/secrets`, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${url}/_sim/secrets answered ${answer.status}`);
  const rows = Object.entries(byName.parse(await answer.json()));
  return rows.flatMap(([name, values]) => values.map((value) => ({ kind: `${backend} ${name}`, value })));
}
