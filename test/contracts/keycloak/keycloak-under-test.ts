import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ConnectAdmin, connectAdmin } from '#shared/adapters/keycloak/admin-client';
import { keycloakSessions } from '#shared/adapters/keycloak/keycloak-sessions';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Keycloak } from '#shared/ports/keycloak';
import { someRancherSettings } from '#test/builders/builders';
import type { Simulator } from '../start-simulator.ts';
import { storedSecrets } from '../stored-secrets.ts';

export type KeycloakUnderTest = {
  url: string;
  /** The administrator of the realm `master`. */
  admin: { username: string; password: string };
  /** The simulator, if tests can inject failures. */
  simulator?: Simulator;
  stop(): Promise<void>;
};
export type Answer = { status: number; body: unknown; location: string };
type Access = { userRealm?: string; realm?: string; username?: string; password?: string };
type Opened = {
  keycloak: Keycloak;
  /** The adapter's calls so far, by the names that the adapter's error messages use. */
  asked: string[];
  /** Advances the adapter's clock, but not Keycloak's. */
  pass(seconds: number): void;
};
export type OpenedKeycloak = {
  backend: KeycloakUnderTest;
  /** The suite's realm. When the suite closes, the realm is deleted with its contents. */
  realm: string;
  keycloak: Keycloak;
  /** Opens a session for another account or realm, or over other connections. */
  open(access?: Access, connect?: ConnectAdmin): Promise<Opened>;
  /**
   * Calls Keycloak's admin API as the administrator, without the adapter. The path is relative to the suite's realm.
   */
  ask(method: string, below: string, body?: unknown): Promise<Answer>;
  /** Creates a user whose password is the user name. */
  aUser(username?: string, given?: object): Promise<{ id: string; username: string }>;
  /** Creates a user with these roles in the suite's realm. Returns the credentials in the form that `open` takes. */
  anAccount(...roles: string[]): Promise<Required<Omit<Access, 'realm'>>>;
  signIn(name: string, password: string): Promise<number>;
  close(): Promise<void>;
};

const ids = z.array(z.object({ id: z.string() }));
const login = (password: string) => [{ type: 'password', value: password, temporary: false }];
export const aName = (what: string): string => `${what}-${randomUUID().slice(0, 8)}`;

/**
 * Opens the suite's realm, or uses an existing one. In an existing realm, closing removes only the users of the suite.
 */
export async function openKeycloak(backend: KeycloakUnderTest, realm = aName('contract')): Promise<OpenedKeycloak> {
  const asAdmin = askerOf(backend);
  const ask: OpenedKeycloak['ask'] = (method, below, body) => asAdmin(method, `/${realm}${below}`, body);
  const made = await asAdmin('POST', '', { realm, enabled: true });
  const isOwn = made.status === 201;
  if (!isOwn && made.status !== 409)
    throw new Error(`POST realm answered ${made.status}: ${JSON.stringify(made.body)}`);
  const open = openerOf(backend, realm);
  const people: string[] = [];
  const aUser: OpenedKeycloak['aUser'] = async (username = aName('user'), given = {}) => {
    const whole = { enabled: true, firstName: 'First', lastName: 'Last', email: `${username}@example.org` };
    const credentials = login(username);
    const { status, body, location } = await ask('POST', '/users', { username, ...whole, credentials, ...given });
    if (status !== 201) throw new Error(`POST users answered ${status}: ${JSON.stringify(body)}`);
    const id = location.split('/').at(-1) ?? '';
    people.push(id);
    return { id, username };
  };
  return {
    ...{ backend, realm, ask, open, aUser },
    keycloak: (await open()).keycloak,
    async anAccount(...roles) {
      // The password differs from the name, because the tests search all output for secrets, and names may appear
      // there.
      const password = randomUUID();
      const { id, username } = await aUser(aName('user'), { credentials: login(password) });
      const [client] = ids.parse((await ask('GET', '/clients?clientId=realm-management')).body);
      for (const role of roles) {
        const { body } = await ask('GET', `/clients/${client?.id}/roles/${role}`);
        await ask('POST', `/users/${id}/role-mappings/clients/${client?.id}`, [body]);
      }
      return { userRealm: realm, username, password };
    },
    signIn: async (username, password) => (await logIn(backend.url, realm, { username, password })).status,
    async close() {
      for (const below of isOwn ? [''] : people.map((id) => `/users/${id}`)) await ask('DELETE', below);
      await backend.stop();
    },
  };
}

function logIn(url: string, realm: string, account: { username: string; password: string }): Promise<Response> {
  return fetch(`${url}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...account }),
    signal: AbortSignal.timeout(10_000),
  });
}

const tokenReply = z.object({ access_token: z.string() });

/** Each call logs in separately: tokens are valid for one minute, and tests end sessions. */
const askerOf =
  ({ url, admin }: KeycloakUnderTest) =>
  async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const { access_token } = tokenReply.parse(await (await logIn(url, 'master', admin)).json());
    const answer = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    const location = answer.headers.get('location') ?? '';
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), location };
  };

const openerOf =
  ({ url, admin }: KeycloakUnderTest, ownRealm: string) =>
  async (access: Access = {}, connect: ConnectAdmin = connectAdmin): Promise<Opened> => {
    const { password, ...names } = { userRealm: 'master', realm: ownRealm, ...admin, ...access };
    const settings = someRancherSettings();
    settings.options.keycloak = { url, ...names, syncFrequency: 15, verifyTls: true };
    const secrets = storedSecrets({ [secretName('test', 'keycloak', settings.uuid)]: { password } });
    const asked: string[] = [];
    const spying: ConnectAdmin = (connection) => {
      const client = connect(connection);
      return (call) => {
        asked.push(call.op);
        return client(call);
      };
    };
    let passedMs = 0;
    const clock = { now: () => new Date(Date.now() + passedMs) };
    const keycloak = await keycloakSessions({ secrets, stage: 'test', connect: spying, clock }).open(settings);
    if (!keycloak) throw new Error('the settings have a Keycloak');
    const pass = (seconds: number) => {
      passedMs += seconds * 1000;
    };
    return { keycloak, asked, pass };
  };
