import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { callApi } from '#infra/local/api-client';
import type { KnownSecret } from './find-secrets.ts';
import type { FullRun } from './full-run.ts';

const invented = () => randomBytes(24).toString('base64url');
const me = z.object({ uuid: z.string() });

/** Calls with secrets: valid API tokens, wrong tokens, invalid bodies, and machines with a wrong token. */
export async function callers({ endpoints, provider, webhookSecret }: FullRun): Promise<KnownSecret[]> {
  const { api: baseUrl, tokens } = endpoints;
  const call = (token: string, method: string, path: string, body?: unknown) =>
    callApi({ baseUrl, token }, { method, path, body });
  const owner = me.parse(JSON.parse((await call(tokens.owner, 'GET', 'users/me/')).text));
  const made = await call(tokens.staff, 'POST', 'api-tokens/', { user: owner.uuid, name: 'of a full run' });
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(made.text));
  await call(token, 'GET', 'rancher-clusters/');
  const wrong = invented();
  await call(wrong, 'GET', 'rancher-clusters/');
  const machine = invented();
  const webhook = (path: string, bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    return fetch(`${baseUrl}/webhooks/${path}`, { method: 'POST', headers, body: '{"version": "4", "alerts": []}' });
  };
  await webhook(`nodes/${'0'.repeat(32)}`, machine);
  await webhook('rancher', `${provider.settings}.${machine}`);
  await webhook('rancher', `${provider.settings}.${webhookSecret}`);
  const typed = invented();
  const broken = { authorization: `Token ${tokens.staff}`, 'content-type': 'application/json' };
  const body = `{"type": "Rancher", "options": {"password": "${typed}"`;
  await fetch(`${baseUrl}/api/service-settings/`, { method: 'POST', headers: broken, body });
  await call(tokens.staff, 'POST', 'service-settings/', {
    type: 'Rancher',
    options: { password: typed, vault_token: 1 },
  });
  const known = Object.values(tokens).map((value) => ({ kind: 'API token', value }));
  const refused = [wrong, machine, typed].map((value) => ({ kind: 'refused credential', value }));
  return [...known, { kind: 'API token', value: token }, ...refused];
}
