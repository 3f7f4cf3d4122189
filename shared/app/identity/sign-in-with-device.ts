import { calculatePKCECodeChallenge } from 'openid-client';
import type { DeviceLogin } from '#shared/domain/identity/sign-in';
import { Conflict } from '#shared/errors';
import { openSession, requireIdentityProvider, type Session, type SignInDeps, type SigningIn } from './session.ts';

/**
 * Starts the sign-in of a terminal (RFC 8628). Returns the code that the user types, the URL where the user types it,
 * and the device code for polling. This call needs no API token, so it must write nothing. Therefore the PKCE verifier
 * is part of the device code and is not stored.
 */
export async function startDevice(deps: SignInDeps): Promise<DeviceLogin> {
  const verifier = deps.ids.token();
  const challenge = await calculatePKCECodeChallenge(verifier);
  const login = await requireIdentityProvider(deps).startDevice(challenge);
  if (login === undefined) throw new Conflict('The identity provider does not support sign-in by device code.');
  return { ...login, deviceCode: `${verifier}.${login.deviceCode}` };
}

export type DeviceAnswer = { state: 'pending' | 'too_fast' } | ({ state: 'done' } & Session);

/**
 * Answers one poll of the terminal. Throws Unauthenticated for a device code that will never be accepted, such as an
 * expired code.
 */
export async function askForDevice(
  deps: SignInDeps,
  { deviceCode, from }: { deviceCode: string; from: SigningIn },
): Promise<DeviceAnswer> {
  const [verifier = '', ...code] = deviceCode.split('.');
  const found = await requireIdentityProvider(deps).redeemDevice({ deviceCode: code.join('.'), verifier });
  if (typeof found === 'string') return { state: found };
  return { state: 'done', ...(await openSession(deps, found, { by: 'device', ...from })) };
}
