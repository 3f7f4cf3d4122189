import { createHmac } from 'node:crypto';

/**
 * The header `X-Paddock-Signature`: `t=<seconds since the epoch>,v1=<HMAC-SHA256 of "<t>.<delivery id>.<body>", in hex>`. The time is
 * signed, so that a receiver may refuse what is older than some minutes; the id, so that he may keep those until then.
 */
export function signDelivery(
  { secret, deliveryId, body }: { secret: string; deliveryId: string; body: string },
  now: Date,
) {
  const at = Math.floor(now.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${at}.${deliveryId}.${body}`).digest('hex');
  return `t=${at},v1=${digest}`;
}
