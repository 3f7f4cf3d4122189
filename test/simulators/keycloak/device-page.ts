import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { confirmDeviceLogin } from './device-login.ts';
import type { KeycloakContext } from './keycloak-context.ts';
import { page, passwordOf, sendPage } from './login-page.ts';
import { findUser, type KeycloakRealm } from './realm.ts';

type RealmOf = (request: FastifyRequest) => { realm: KeycloakRealm; issuer: string };
const coded = z.object({ user_code: z.string().default('') });
const decided = z.object({ accept: z.string().optional() });

/** The pages on which a user lets a device sign in: the login page, and the question whether to grant access. */
export function devicePageRoutes(app: FastifyInstance, context: KeycloakContext, realmOf: RealmOf): void {
  const consents = new Map<string, { username: string; password: string }>();
  const isWaiting = (code: string) => [...context.devices.values()].some(({ userCode }) => userCode === code);

  app.get('/realms/:realm/device', async (request, reply) => {
    const { issuer } = realmOf(request);
    const { user_code: code } = coded.parse(request.query);
    if (!isWaiting(code)) return sendPage(reply, 400, page('Invalid code', `${issuer}/device`, ['device_user_code']));
    const action = `${issuer}/login-actions/device?user_code=${code}`;
    return sendPage(reply, 200, page('Sign in to your account', action, ['username', 'password']));
  });
  app.post('/realms/:realm/login-actions/device', async (request, reply) => {
    const { realm, issuer } = realmOf(request);
    const { user_code: code } = coded.parse(request.query);
    const typed = passwordOf(request.body);
    const user = findUser(realm, typed.username);
    if (!user?.enabled || user.password !== typed.password) {
      return sendPage(reply, 200, page('Invalid username or password.', request.url, ['username', 'password']));
    }
    consents.set(code, typed);
    return sendPage(reply, 200, page('Grant Access', `${issuer}/login-actions/consent?user_code=${code}`, ['accept']));
  });
  app.post('/realms/:realm/login-actions/consent', async (request, reply) => {
    const { realm } = realmOf(request);
    const { user_code: code } = coded.parse(request.query);
    const isGranted = decided.parse(request.body ?? {}).accept !== undefined;
    const isDone = isGranted && confirmDeviceLogin(context, realm, { user_code: code, ...consents.get(code) });
    consents.delete(code);
    return sendPage(reply, 200, page(isDone ? 'Device Login Successful' : 'Device Login Failed'));
  });
}
