import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { STANDARD_SECRET } from '#shared/domain/hooks/new-hook-secret';

type Signed = { secret: string; deliveryId: string; body: string };

/**
 * The header `X-Paddock-Signature`: `t=<seconds since the epoch>,v1=<HMAC-SHA256 of "<t>.<delivery id>.<body>", in hex>`. The time is
 * signed, so that a receiver may refuse what is older than some minutes; the id, so that he may keep those until then.
 */
function ownSignature({ secret, deliveryId, body }: Signed, at: number): string {
  const digest = createHmac('sha256', secret).update(`${at}.${deliveryId}.${body}`).digest('hex');
  return `t=${at},v1=${digest}`;
}

/** Secrets from before there were standard headers have no prefix: their bytes are the key as they are. */
const standardOf = (secret: string): Webhook =>
  secret.startsWith(STANDARD_SECRET) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });

/** The headers of Standard Webhooks, which receivers verify by an existing package, and our own, which came first. */
export function signDelivery(call: Signed, now: Date): Record<string, string> {
  const at = Math.floor(now.getTime() / 1000);
  return {
    'webhook-id': call.deliveryId,
    'webhook-timestamp': `${at}`,
    'webhook-signature': standardOf(call.secret).sign(call.deliveryId, now, call.body),
    'x-paddock-signature': ownSignature(call, at),
  };
}
