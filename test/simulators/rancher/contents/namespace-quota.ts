import { z } from 'zod';
import { addQuantities, canonicalQuantity, formatQuantity } from '../../kubernetes/quantity.ts';
import { type Amounts, kubernetesName } from '../_core/quota-amounts.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { QUOTA } from './content-types.ts';

const extended = z.record(z.string(), z.string()).catch({});
const quota = z.object({ limit: z.record(z.string(), z.unknown()) });

/** The amounts of a stored or sent quota, or undefined. */
export function limitsOf(given: unknown): Amounts | undefined {
  const parsed = quota.safeParse(given);
  if (!parsed.success) return undefined;
  const { extended: more, type: _type, ...named } = parsed.data.limit;
  const amounts = Object.entries(named).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return { ...Object.fromEntries(amounts), ...extended.parse(more) };
}

export const namespaceLimits = ({ annotations }: Pick<ContentObject, 'annotations'>): Amounts | undefined => {
  const { [QUOTA]: text } = annotations;
  return text === undefined ? undefined : limitsOf(JSON.parse(text));
};

export function sumOf(all: readonly Amounts[]): Amounts {
  const names = new Set(all.flatMap((it) => Object.keys(it)));
  const sums = [...names].map((name) => [name, formatQuantity(addQuantities(all.flatMap((it) => it[name] ?? [])))]);
  return Object.fromEntries(sums);
}

export const hardOf = (limits: Amounts): Record<string, string> =>
  Object.fromEntries(Object.entries(limits).map(([name, amount]) => [kubernetesName(name), canonicalQuantity(amount)]));
