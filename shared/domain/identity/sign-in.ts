import { z } from 'zod';
import { instant } from '../_core/identifier.ts';

/** How long a user may take to sign in. */
export const SIGN_IN_SECONDS = 600;

/** A sign-in at the OIDC provider that a browser has begun. Only this browser can complete it, and only once. */
export const signInAttempt = z.object({
  /** SHA-256 of the parameter `state`, which the provider sends back. */
  stateHash: z.string(),
  /**
   * SHA-256 of the secret in the browser's cookie. The cookie stops an attacker from completing a sign-in to the
   * attacker's own account in another user's browser.
   */
  browserHash: z.string(),
  /** PKCE's verifier. It is useless without the code that the provider sends back. */
  verifier: z.string(),
  nonce: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  expiresAt: instant,
});
export type SignInAttempt = z.infer<typeof signInAttempt>;

/** What a terminal gets, so that its user can sign in on another device (RFC 8628 §3.2). Times are in seconds. */
export type DeviceLogin = {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string | undefined;
  expiresIn: number;
  interval: number;
};

/** The page to which a browser goes if the sign-in named no page: the current user in the API. */
const DEFAULT_RETURN = '/api/users/me/';

const LONGEST = 2000;
const parsed = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined;
const isHttp = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/**
 * Whether a URL is the allowed URL or below it. `https://console.example.org/app` does not allow
 * `https://console.example.org/apple`.
 */
function isBelow(url: URL, allowed: string): boolean {
  const base = parsed(allowed);
  if (base === undefined || base.origin !== url.origin) return false;
  const folder = base.pathname.replace(/\/*$/, '/');
  return `${url.pathname}/`.startsWith(folder);
}

/**
 * The page to which a browser returns after a sign-in. The page must be on the API's own host, or below an address that
 * the installation allows. Undefined for all other addresses, because an attacker may have chosen them. The address is
 * parsed as in browsers, which read `\` as `/`, and `//host` as another host.
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
