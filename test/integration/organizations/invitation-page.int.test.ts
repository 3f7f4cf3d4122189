import { createHash } from 'node:crypto';
import { JSDOM } from 'jsdom';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { deliverMail } from '#shared/app/mail/deliver-mail';
import { issueInvitationToken } from '#shared/app/organizations/issue-invitation-token';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { ORIGIN, type Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
let newcomer: Person;
let uuid: string;
beforeEach(async () => {
  market = await openMarket();
  newcomer = await market.person();
  const scope = `${ORIGIN}/api/projects/${market.projectUuid}/`;
  const body = { email: 'grace@example.org', role: 'PROJECT.MEMBER', scope };
  const invited = await market.ask('POST', 'user-invitations/', { ...market.people.owner, body });
  uuid = z.object({ uuid: z.string() }).parse(invited.body).uuid;
});
const token = async (): Promise<string> =>
  z.string().parse(await issueInvitationToken({ ...market, ids: randomIds }, uuid));
const address = () => `user-invitations/${uuid}/accept/`;

const sent = z.object({ method: z.string(), headers: z.record(z.string(), z.string()), body: z.string() });

/**
 * Opens a link to the page in a browser with this person's session, or without a session. Pages with the same `tab`
 * share the session storage.
 */
async function open(link: string, session: Person | undefined, tab: Record<string, string> = {}) {
  const page = await market.ask('GET', address(), { headers: { accept: 'text/html' } });
  const cookie = session && `__Host-paddock-session=${session.token}`;
  const dom = new JSDOM(page.text, {
    url: `${ORIGIN}/api/${link}`,
    runScripts: 'dangerously',
    beforeParse: (window) => {
      for (const [key, value] of Object.entries(tab)) window.sessionStorage.setItem(key, value);
      window.fetch = async (path, init) => {
        const { headers, ...call } = sent.parse(init);
        const own = { ...headers, origin: ORIGIN, ...(cookie && { cookie }) };
        const { status, text } = await market.ask(call.method, String(path).replace('/api/', ''), {
          headers: own,
          body: call.body,
        });
        return new Response(text, { status });
      };
    },
  });
  const { document, location, sessionStorage } = dom.window;
  const said = () => document.querySelector('output')?.textContent ?? '';
  return {
    page,
    address: () => location.href,
    tab: () => ({ ...sessionStorage }),
    signInLink: () => document.querySelector('a:not([hidden])')?.getAttribute('href'),
    press: async () => {
      document.querySelector('button')?.click();
      await until({ tooLate: 'The page says nothing.', timeoutMs: 5000 }, async () => said() || undefined);
      return said();
    },
  };
}
const sees = async (person: Person) =>
  (await market.statusOf('GET', `projects/${market.projectUuid}/`, person)) === 200;

test('whoever follows the link signed in has the role at the press of a button', async () => {
  const shown = await open(`${address()}#${await token()}`, newcomer);
  expect(await sees(newcomer)).toBe(false);
  expect(await shown.press()).toBe('Invitation has been successfully accepted.');
  expect(await sees(newcomer)).toBe(true);
  expect(shown.tab()).toEqual({});
});

test('who is not signed in is sent to sign in, and comes back with the token still in the tab', async () => {
  const first = await open(`${address()}#${await token()}`, undefined);
  expect(await first.press()).toBe('Sign in first. You will come back to this page.');
  const back = `${ORIGIN}/api/${address()}`;
  expect(first.signInLink()).toBe(`/api/sign-in/start/?return_to=${encodeURIComponent(back)}`);
  expect(first.address()).toBe(back);
  const second = await open(address(), newcomer, first.tab());
  expect(await second.press()).toBe('Invitation has been successfully accepted.');
  expect(await sees(newcomer)).toBe(true);
});

test('a link that was used, or has another token, says so', async () => {
  const link = `${address()}#${await token()}`;
  await (await open(link, newcomer)).press();
  const other = await market.person();
  for (const tried of [link, `${address()}#x`]) {
    expect(await (await open(tried, other)).press()).toBe(
      'This invitation has expired, was used, or was sent again with another link.',
    );
  }
  expect(await sees(other)).toBe(false);
});

test.each([
  ['leads to the page of the API', undefined, () => `${ORIGIN}/api/${address()}#`],
  [
    'leads to the console where there is one',
    'https://console.example',
    () => `https://console.example/invitation/${uuid}/#`,
  ],
])('the link of the e-mail %s', async (_, consoleUrl, expected) => {
  const texts: string[] = [];
  const mailer = { send: async ({ text }: { text: string }) => void texts.push(text) };
  const deps = { ...market, ids: randomIds, consoleUrl, publicUrl: ORIGIN, mailer };
  expect(await deliverMail(deps, `invitation/${uuid}/0`)).toBe('sent');
  expect(texts.join()).toContain(expected());
});

test('the page runs its own script only, and is the same for every invitation and reader', async () => {
  const { page } = await open(address(), undefined);
  const script = /<script>([\s\S]*)<\/script>/.exec(page.text)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  expect(page.headers).toMatchObject({
    'content-security-policy': expect.stringContaining(`script-src 'sha256-${hash}';`),
    'referrer-policy': 'no-referrer',
  });
  const unknown = await market.ask('GET', `user-invitations/${'0'.repeat(32)}/accept/`);
  expect(unknown.text).toBe(page.text);
});
