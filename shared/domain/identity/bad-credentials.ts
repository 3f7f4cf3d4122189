import ipaddr from 'ipaddr.js';
import type { Uuid } from '../_core/identifier.ts';

/** Counted from one quarter of an hour to the next. */
export const WINDOW_SECONDS = 900;

/** What attempts are counted for, and how many are answered in a window. */
export type Suspect = { key: string; limit: number };

/** Who has one address of IPv6 has a whole /64. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

/**
 * A credential that nobody ever had counts for where it came from and, an API token, for whom it names: many from one place, and few
 * from each of many places, are both noticed.
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

/** Calls that anybody may make, and that make the identity provider be asked. */
export type SignInCall = 'start' | 'callback' | 'device' | 'device-token';

/**
 * How many one place may make in a window. Many people may sign in behind one address; a terminal asks every five seconds (RFC 8628),
 * so ten of them ask 1,800 times.
 */
const SIGN_IN_LIMITS: Readonly<Record<SignInCall, number>> = {
  ...{ start: 300, callback: 300, device: 60 },
  'device-token': 2000,
};

export const signInSuspects = (call: SignInCall, sourceIp: string | undefined): Suspect[] =>
  sourceIp ? [{ key: `sign-in/${call}/${networkOf(sourceIp)}`, limit: SIGN_IN_LIMITS[call] }] : [];

/** The window that a moment is in, by its beginning and end in seconds since 1970. */
export function windowAt(now: Date): { start: number; end: number } {
  const start = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS;
  return { start, end: start + WINDOW_SECONDS };
}
