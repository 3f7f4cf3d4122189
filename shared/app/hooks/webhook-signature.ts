import { createHmac } from 'node:crypto';

/** Either way: clocks differ, and a message may be sent again by whatever lies between. */
export const SIGNATURE_WINDOW_SECONDS = 300;

/** HMAC-SHA256 in hex over the timestamp as it was sent, a dot, and the body byte by byte. */
export const signatureOf = (secret: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/** The instant of a timestamp in seconds since the epoch, while it is in the window; undefined for any other text. */
export function instantInWindow(timestamp: string, now: Date): Date | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return undefined;
  const seconds = Number(timestamp);
  const isNear = Math.abs(seconds - now.getTime() / 1000) <= SIGNATURE_WINDOW_SECONDS;
  return isNear ? new Date(seconds * 1000) : undefined;
}
