import { decodeJwt, type JWTPayload } from 'jose';
import { z } from 'zod';
import { aBrowser } from './browser.ts';
import type { OpenedKeycloak } from './keycloak-under-test.ts';

const REDIRECT = 'https://rancher.example.org/verify-auth';
const SECRET = 'of-rancher';
const tokens = z.object({ access_token: z.string(), id_token: z.string() });

export type RancherClient = {
  /**
   * Signs a user in to Rancher with a browser; the password is the user name. Returns the user's data that Rancher
   * receives.
   */
  signIn(username: string): Promise<{ userinfo: unknown; accessToken: JWTPayload; idToken: JWTPayload }>;
  /** Signs a user in. Returns Rancher's access token and the address of the userinfo endpoint. */
  tokenOf(username: string): Promise<{ token: string; userinfo: string }>;
};

const groupMapper = (name: string, claim: string, isPath: boolean) => ({
  ...{ name, protocol: 'openid-connect', protocolMapper: 'oidc-group-membership-mapper' },
  config: {
    ...{ 'claim.name': claim, 'full.path': String(isPath) },
    ...{ 'id.token.claim': 'false', 'access.token.claim': 'false', 'userinfo.token.claim': 'true' },
  },
});

/** Creates the client that Rancher's manual describes, and performs Rancher's steps of the sign-in. */
export async function aRancherClient(
  { backend, realm, ask }: OpenedKeycloak,
  clientId: string,
): Promise<RancherClient> {
  const audience = { 'included.client.audience': clientId, 'access.token.claim': 'true', 'id.token.claim': 'false' };
  const { status, body } = await ask('POST', '/clients', {
    ...{ clientId, publicClient: false, secret: SECRET, redirectUris: [REDIRECT] },
    protocolMappers: [
      groupMapper('Groups Mapper', 'groups', false),
      groupMapper('Groups Path', 'full_group_path', true),
      {
        ...{ name: 'Client Audience', protocol: 'openid-connect', protocolMapper: 'oidc-audience-mapper' },
        config: audience,
      },
    ],
  });
  if (status !== 201) throw new Error(`POST clients answered ${status}: ${JSON.stringify(body)}`);
  const protocol = `${backend.url}/realms/${realm}/protocol/openid-connect`;
  const timed = () => ({ signal: AbortSignal.timeout(10_000) });

  async function codeOf(username: string): Promise<string> {
    const query = { client_id: clientId, response_type: 'code', scope: 'openid profile email', redirect_uri: REDIRECT };
    const browser = aBrowser();
    const login = await browser.open(`${protocol}/auth?${new URLSearchParams(query)}`);
    const back = await browser.submit(login, { username, password: username }, REDIRECT);
    return new URL(back.url).searchParams.get('code') ?? '';
  }
  async function tokensOf(username: string) {
    const code = await codeOf(username);
    const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT, code };
    const answer = await fetch(`${protocol}/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, client_id: clientId, client_secret: SECRET }),
      ...timed(),
    });
    return tokens.parse(await answer.json());
  }
  return {
    async signIn(username) {
      const { access_token, id_token } = await tokensOf(username);
      const answered = await fetch(`${protocol}/userinfo`, {
        headers: { authorization: `Bearer ${access_token}` },
        ...timed(),
      });
      return { userinfo: await answered.json(), accessToken: decodeJwt(access_token), idToken: decodeJwt(id_token) };
    },
    async tokenOf(username) {
      return { token: (await tokensOf(username)).access_token, userinfo: `${protocol}/userinfo` };
    },
  };
}
