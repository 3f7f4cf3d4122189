import { z } from 'zod';
import { type Answer, parseQuery, route, type VaultCall, type VaultRoute } from '../vault-route.ts';

const asked = z.object({ depth: z.coerce.number().int().min(0).default(0) });
const whole = z.object({ data: z.record(z.string(), z.unknown()).nullable(), metadata: z.unknown() });

/** The keys of a secret, without their values. */
export const subkeysRoute = (read: (call: VaultCall) => Answer): VaultRoute =>
  route('subkeys/*path', {
    read(call) {
      const { depth } = parseQuery(asked, call);
      const answer = read(call);
      const { data, metadata } = whole.parse(answer.data);
      return { ...answer, data: { subkeys: data && keysOf(data, depth || Number.POSITIVE_INFINITY), metadata } };
    },
  });

function keysOf(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, keysOf(below, depth - 1)]));
}
