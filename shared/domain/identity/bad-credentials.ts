import ipaddr from 'ipaddr.js';
import type { Uuid } from '../_core/identifier.ts';

/** Length of a window in which attempts are counted: a quarter of an hour. */
export const WINDOW_SECONDS = 900;

/** The key under which attempts are counted, and their limit in one window. */
export type Suspect = { key: string; limit: number };

/**
 * The network under which attempts from an address are counted. For IPv6 this is the /64, because one customer of a
 * provider usually has a whole /64.
 */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

/**
 * The keys under which attempts with an unknown credential are counted. One key is the source address. For an API
 * token, another key is the user that the token names. The count for a user finds attacks that come from many addresses
 * with a few attempts each.
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

/** Calls that need no sign-in and make Paddock call the identity provider. */
export type SignInCall = 'start' | 'callback' | 'device' | 'device-token' | 'device-code';

/**
 * Maximum number of calls in a window of 15 minutes: from one source address, or with one device code. The limits are high, because many users
 * may share an address: ten terminals that poll every five seconds (RFC 8628) make 1,800 calls.
 */
const SIGN_IN_LIMITS: Readonly<Record<SignInCall, number>> = {
  start: 300,
  callback: 300,
  device: 60,
  'device-token': 2000,
  'device-code': 300,
};

/** @param source the address of the call, or the hash of its device code */
export const signInSuspects = (call: SignInCall, source: string | undefined): Suspect[] =>
  source ? [{ key: `sign-in/${call}/${networkOf(source)}`, limit: SIGN_IN_LIMITS[call] }] : [];

/** The window to which an instant belongs: its start and its end, in seconds since 1970. */
export function windowAt(now: Date): { start: number; end: number } {
  const start = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS;
  return { start, end: start + WINDOW_SECONDS };
}
