import { createHmac } from 'node:crypto';

/** In both directions: clocks differ, and a proxy may send a message again. */
export const SIGNATURE_WINDOW_SECONDS = 300;

/** HMAC-SHA256 in hex over the timestamp as sent, a dot, and the raw body. */
export const signatureOf = (secret: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/**
 * The instant of a timestamp in seconds since the epoch. Answers undefined outside of the window, and for any other
 * text.
 */
export function instantInWindow(timestamp: string, now: Date): Date | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return undefined;
  const seconds = Number(timestamp);
  const isNear = Math.abs(seconds - now.getTime() / 1000) <= SIGNATURE_WINDOW_SECONDS;
  return isNear ? new Date(seconds * 1000) : undefined;
}
