import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { STANDARD_SECRET } from '#shared/domain/hooks/new-hook-secret';

type Signed = { secret: string; deliveryId: string; body: string };

/**
 * The header `X-Paddock-Signature`: `t=<seconds since the epoch>,v1=<HMAC-SHA256 of "<t>.<delivery id>.<body>", in
 * hex>`. The time is signed, so that receivers can refuse old deliveries; the id, so that they can recognize duplicates
 * until then.
 */
function ownSignature({ secret, deliveryId, body }: Signed, at: number): string {
  const digest = createHmac('sha256', secret).update(`${at}.${deliveryId}.${body}`).digest('hex');
  return `t=${at},v1=${digest}`;
}

/** Older secrets have no prefix: their bytes are the key. */
const standardOf = (secret: string): Webhook =>
  secret.startsWith(STANDARD_SECRET) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });

/** The headers of Standard Webhooks, which receivers verify with an existing package, and our own, which are older. */
export function signDelivery(call: Signed, now: Date): Record<string, string> {
  const at = Math.floor(now.getTime() / 1000);
  return {
    'webhook-id': call.deliveryId,
    'webhook-timestamp': `${at}`,
    'webhook-signature': standardOf(call.secret).sign(call.deliveryId, now, call.body),
    'x-paddock-signature': ownSignature(call, at),
  };
}
