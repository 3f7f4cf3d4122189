import { createHash } from 'node:crypto';
import type { Once } from '#shared/app/marketplace/orders/create-order-once';
import { Invalid } from '#shared/errors';
import type { ApiReply } from './replies.ts';
import type { ApiRequest } from './request.ts';

const MAX_KEY = 255;

/** Sorts the keys of a body, so that their order does not change the body's hash. */
function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, canonical(item)]));
}

/** Reads the optional `Idempotency-Key` header. Throws Invalid when the key is empty or too long. */
export function readIdempotency({ header, path }: ApiRequest, body: unknown): Once | undefined {
  const key = header('idempotency-key')?.trim();
  if (key === undefined) return undefined;
  if (key === '' || key.length > MAX_KEY) {
    throw new Invalid({ 'Idempotency-Key': [`Ensure this header has 1 to ${MAX_KEY} characters.`] });
  }
  // The hash includes the object's path, because equal bodies for two objects are two different requests.
  const [collection, ...object] = path.split('/').filter(Boolean).slice(1);
  const requestHash = createHash('sha256')
    .update(JSON.stringify([collection, canonical(body), ...object]))
    .digest('hex');
  return { key, requestHash };
}

export const markReplayed = (reply: ApiReply, isReplayed: boolean): ApiReply =>
  isReplayed ? { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } } : reply;
