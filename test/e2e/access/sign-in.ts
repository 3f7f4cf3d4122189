import { z } from 'zod';
import { callApi } from '#infra/local/api-client';
import { until } from '#infra/local/until';
import { aBrowser, type Browser } from '#test/contracts/keycloak/browser';

const person = z.object({ uuid: z.string(), username: z.string(), email: z.string() });
export type Me = z.infer<typeof person>;

const ME = '/api/users/me/';
/** The form of the login page. Each user's password is the username. */
const typed = (username: string) => ({ username, password: username });

export type SignedIn = { me: Me; browser: Browser };

/**
 * Signs in with a browser: from Paddock's address to the login page of the OIDC provider and back, until Paddock shows
 * a page.
 */
export async function signInWithBrowser(api: string, username: string): Promise<SignedIn> {
  const browser = aBrowser();
  const login = await browser.open(`${api}/api/sign-in/start/?return_to=${encodeURIComponent(ME)}`);
  const page = await browser.submit(login, typed(username));
  if (page.url !== `${api}${ME}`) throw new Error(`the sign-in ended at ${page.url}: ${page.html.slice(0, 500)}`);
  return { me: person.parse(JSON.parse(page.html)), browser };
}

/**
 * Signs out as a script on Paddock's page does. Returns the status of that request, and the status of a later request
 * with the same cookie.
 */
export async function signOut(api: string, { browser }: SignedIn): Promise<[end: number, afterwards: number]> {
  const ask = async (method: string, path: string) => {
    const headers = { cookie: browser.cookie(), origin: api };
    return (await fetch(`${api}${path}`, { method, headers, signal: AbortSignal.timeout(30_000) })).status;
  };
  return [await ask('POST', '/api/sign-in/end/'), await ask('GET', ME)];
}

const login = z.object({ device_code: z.string(), verification_uri_complete: z.string(), interval: z.number() });
const answer = z.object({ state: z.string(), token: z.string().nullable() });

/** Signs in at a terminal. The user allows it in a browser. */
export async function signInAtTerminal(api: string, username: string): Promise<Me> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(30_000) };
    const reply = await fetch(`${api}/api/sign-in/${path}`, options);
    return { status: reply.status, body: await reply.json() };
  };
  const { device_code, verification_uri_complete, interval } = login.parse((await post('device/', {})).body);
  const browser = aBrowser();
  const page = await browser.open(verification_uri_complete);
  await browser.submit(await browser.submit(page, typed(username)), { accept: 'Yes' });
  const waiting = { tooLate: 'The terminal got no token.', timeoutMs: 60_000, intervalMs: interval * 1000 };
  const token = await until(waiting, async () => {
    const { state, token } = answer.parse((await post('device/token/', { device_code })).body);
    return state === 'done' ? (token ?? undefined) : undefined;
  });
  const me = await callApi({ baseUrl: api, token }, { method: 'GET', path: 'users/me/' });
  return person.parse(JSON.parse(me.text));
}
