import ipaddr from 'ipaddr.js';
import type { Uuid } from '../_core/identifier.ts';

/** Attempts are counted in windows of a quarter of an hour. */
export const WINDOW_SECONDS = 900;

/** The key under which attempts are counted, and the limit for a window. */
export type Suspect = { key: string; limit: number };

/**
 * The network for which attempts from an address are counted. For IPv6 it is the /64, because a customer usually has a
 * whole /64.
 */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

/**
 * The keys under which attempts with an unknown credential are counted: the source, and for an API token the user that
 * the token names. A count by user also finds an attack from many sources with a few attempts each.
 */
export function suspectsOf({
  sourceIp,
  userUuid,
}: {
  sourceIp?: string | undefined;
  userUuid?: Uuid | undefined;
}): Suspect[] {
  return [
    ...(sourceIp ? [{ key: `source/${networkOf(sourceIp)}`, limit: 30 }] : []),
    ...(userUuid ? [{ key: `user/${userUuid}`, limit: 100 }] : []),
  ];
}

/** Calls without a known caller for which Paddock has to call the identity provider. */
export type SignInCall = 'start' | 'callback' | 'device' | 'device-token';

/**
 * Limits for one source in a window. Many users may share an address: ten terminals that poll every five seconds (RFC
 * 8628) make 1,800 calls in a window of 15 minutes.
 */
const SIGN_IN_LIMITS: Readonly<Record<SignInCall, number>> = {
  start: 300,
  callback: 300,
  device: 60,
  'device-token': 2000,
};

export const signInSuspects = (call: SignInCall, sourceIp: string | undefined): Suspect[] =>
  sourceIp ? [{ key: `sign-in/${call}/${networkOf(sourceIp)}`, limit: SIGN_IN_LIMITS[call] }] : [];

/** The window that contains an instant: its start and end, in seconds since 1970. */
export function windowAt(now: Date): { start: number; end: number } {
  const start = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS;
  return { start, end: start + WINDOW_SECONDS };
}
