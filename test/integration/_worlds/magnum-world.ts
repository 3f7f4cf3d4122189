import type { Context } from 'aws-lambda';
import { z } from 'zod';
import { magnumHandler } from '#functions/api/magnum/magnum-handler';
import { magnumRoutes } from '#functions/api/magnum/routes';
import { signCertificateRequest } from '#shared/adapters/certificates/sign-client-certificate';
import { keystoneTokens } from '#shared/adapters/openstack/identity/keystone-tokens';
import { changed } from '#shared/domain/_core/record';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import { recordingTelemetry } from '#test/recording-telemetry';
import { type ClusterApiWorld, clusterApiWorldPerFile } from './cluster-api-world.ts';
import { recordingLog } from './recording-log.ts';

export type MagnumAnswer = { status: number; headers: Record<string, unknown>; body: unknown };
type Asked = { token?: string; version?: string; body?: unknown };
export type MagnumWorld = ClusterApiWorld & {
  lines: string[];
  /** Sends a request to the Magnum API of the world's cloud. The path is relative to this API. */
  ask(method: string, path: string, asked?: Asked): Promise<MagnumAnswer>;
  token(user?: string, project?: string | null): Promise<string>;
  userWith(role: string, project?: string): Promise<{ name: string; token: string }>;
  sell(option: PluginOptions['magnum_api']): Promise<void>;
};

const ORIGIN = 'https://paddock.example';
const PASSWORD = { admin: 'admin', demo: 'demo', other: 'other' };
const context = { getRemainingTimeInMillis: () => 15_000 } as Context;
const json = async (answer: Response): Promise<unknown> => answer.json();

const named = z.looseObject({ id: z.string() });

/** Calls the cloud's Keystone as an operator does. */
function keystoneOf({ cloud }: ClusterApiWorld) {
  const authUrl = z.object({ auth_url: z.string() }).parse(cloud.printed).auth_url;
  const login = async (user: string, password: string, project: string | null) => {
    const domain = { id: 'default' };
    const identity = { methods: ['password'], password: { user: { name: user, domain, password } } };
    const scope = project === null ? {} : { scope: { project: { name: project, domain } } };
    const body = JSON.stringify({ auth: { identity, ...scope } });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${authUrl}/auth/tokens`, { method: 'POST', headers, body });
    return answer.headers.get('x-subject-token') ?? '';
  };
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', 'x-auth-token': await login('admin', 'admin', 'admin') };
    return fetch(authUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  return { login, send };
}

function userMaker(world: ClusterApiWorld): MagnumWorld['userWith'] {
  const { login, send } = keystoneOf(world);
  let made = 0;
  return async (role, project = 'demo') => {
    made += 1;
    const name = `${role}-${made}`;
    const user = { name, password: name, domain_id: 'default' };
    const created = z.object({ user: named }).parse(await json(await send('POST', '/users', { user })));
    const { roles } = z.object({ roles: z.array(named) }).parse(await json(await send('GET', `/roles?name=${role}`)));
    const { projects } = z
      .object({ projects: z.array(named) })
      .parse(await json(await send('GET', `/projects?name=${project}`)));
    await send('PUT', `/projects/${projects[0]?.id}/users/${created.user.id}/roles/${roles[0]?.id}`);
    return { name, token: await login(name, name, project) };
  };
}

/** Starts the world of a test file, with the Lambda function of the Magnum API wired as in the deployment. */
export async function magnumWorldPerFile(): Promise<MagnumWorld> {
  const world = await clusterApiWorldPerFile();
  const { store, clock, ids, site, openstack, clusterApi, demo } = world;
  const log = recordingLog();
  const { recorded: _, ...telemetry } = recordingTelemetry();
  const deps = {
    ...{ store, clock, ids, site, openstack, clusterApi, log, ...telemetry },
    ...{ signCertificateRequest, keystoneTokens: keystoneTokens({ clock }) },
  };
  const handler = magnumHandler(deps, magnumRoutes(deps));
  const ask: MagnumWorld['ask'] = async (method, path, { token, version, body } = {}) => {
    const url = new URL(`${ORIGIN}/magnum/${demo.tenant.settingsUuid}${path}`);
    const reply = await handler(
      {
        rawPath: url.pathname,
        rawQueryString: url.search.slice(1),
        headers: {
          host: 'paddock.example',
          ...(token !== undefined && { 'x-auth-token': token }),
          ...(version !== undefined && { 'openstack-api-version': version }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        requestContext: { http: { method } },
      },
      context,
    );
    const { statusCode = 0, headers = {}, body: text = '' } = reply;
    return { status: statusCode, headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    ...world,
    ask,
    lines: log.lines,
    token: (user = 'demo', project: string | null = user) =>
      keystoneOf(world).login(user, PASSWORD[user as keyof typeof PASSWORD], project),
    userWith: userMaker(world),
    sell: async (option) => {
      const before = await store.offerings.get(world.clusterApiOffering.uuid);
      if (before.type !== 'Rancher') throw new Error('the offering sells no clusters');
      const pluginOptions = { ...before.pluginOptions, magnum_api: option };
      await store.commit(store.offerings.replace(changed(before, clock.now(), { pluginOptions })));
    },
  };
}
