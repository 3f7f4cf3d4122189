import { z } from 'zod';
import { instant } from '../_core/identifier.ts';

/** Time that a user has to complete a sign-in. */
export const SIGN_IN_SECONDS = 600;

/** A sign-in that a browser has begun at the OIDC provider. Only the same browser can complete it, and only once. */
export const signInAttempt = z.object({
  /** SHA-256 of the `state` that the provider returns. */
  stateHash: z.string(),
  /**
   * SHA-256 of the secret in the browser's cookie. Without this check, an attacker could complete a sign-in with the
   * attacker's account in another user's browser.
   */
  browserHash: z.string(),
  /** PKCE's verifier. Nobody can use it without the code that the provider returns. */
  verifier: z.string(),
  nonce: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  expiresAt: instant,
});
export type SignInAttempt = z.infer<typeof signInAttempt>;

/**
 * The data that a terminal shows, so that a user can sign in on another device (RFC 8628 §3.2). Times are in seconds.
 */
export type DeviceLogin = {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string | undefined;
  expiresIn: number;
  interval: number;
};

/** Page to which a browser returns if the sign-in names none: the current user in the API. */
const DEFAULT_RETURN = '/api/users/me/';

const LONGEST = 2000;
const parsed = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined;
const isHttp = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/**
 * Whether a URL is the permitted URL or a path below it. `https://console.example.org/app` does not permit
 * `https://console.example.org/apple`.
 */
function isBelow(url: URL, allowed: string): boolean {
  const base = parsed(allowed);
  if (base === undefined || base.origin !== url.origin) return false;
  const folder = base.pathname.replace(/\/*$/, '/');
  return `${url.pathname}/`.startsWith(folder);
}

/**
 * The page to which a browser may return after a sign-in: an address of the API's origin, or an address that the
 * installation permits. Undefined for every other address, because an attacker may have chosen it. The address is
 * parsed as browsers parse it: they read `\` as `/`, and `//host` as another host.
 */
export function returnAddress(
  wanted: string | undefined,
  { origin, allowed }: { origin: string; allowed: readonly string[] },
): string | undefined {
  const text = wanted || DEFAULT_RETURN;
  const url = text.length > LONGEST ? undefined : parsed(text, origin);
  if (url === undefined || !isHttp(url) || url.username !== '' || url.password !== '') return undefined;
  const isFine = url.origin === new URL(origin).origin || allowed.some((one) => isBelow(url, one));
  return isFine ? url.href : undefined;
}
