import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import type { AttachedVolume } from './machine.ts';

export interface CloudLogin {
  /** Keystone's address, with or without `/v3`. */
  authUrl: string;
  username: string;
  password: string;
  project: string;
  domain: string;
}

const TIMEOUT_MS = 15_000;
// The first microversion in which user data and host names are both shown to an administrator.
const MICROVERSION = '2.90';

const tokenAnswer = z.object({
  token: z.object({
    catalog: z.array(
      z.object({ type: z.string(), endpoints: z.array(z.object({ interface: z.string(), url: z.string() })) }),
    ),
  }),
});
const novaServer = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  'OS-EXT-STS:task_state': z.string().nullish(),
  'OS-EXT-SRV-ATTR:user_data': z.string().nullish(),
  'OS-EXT-SRV-ATTR:hostname': z.string().nullish(),
  addresses: z.record(z.string(), z.array(z.object({ addr: z.string() }))).default({}),
});
const serverPage = z.object({
  servers: z.array(novaServer),
  servers_links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});
const attachmentList = z.object({
  volumeAttachments: z.array(z.object({ volumeId: z.string(), device: z.string().nullish() })),
});

export type NovaServer = z.infer<typeof novaServer>;
export type NovaReader = ReturnType<typeof novaReader>;

/** Reads one cloud's Nova as an administrator, logging in (again) when needed. Calls throw when the cloud does not answer. */
export function novaReader(login: CloudLogin) {
  let session: { token: string; compute: string } | undefined;

  async function get(address: string): Promise<unknown> {
    const fresh = session === undefined;
    session ??= await logIn(login);
    const url = address.startsWith('http') ? address : session.compute + address;
    const answer = await send(url, { method: 'GET', headers: novaHeaders(session.token) });
    if (answer.statusCode === 401 && !fresh) {
      session = undefined;
      return get(address);
    }
    if (answer.statusCode !== 200) throw new Error(`Nova answered ${answer.statusCode}`);
    return answer.json;
  }

  return {
    /** The servers of all projects, from all pages. */
    async servers(): Promise<NovaServer[]> {
      const servers: NovaServer[] = [];
      let next: string | undefined = '/servers/detail?all_tenants=1';
      while (next !== undefined) {
        const page = serverPage.parse(await get(next));
        servers.push(...page.servers);
        next = page.servers_links.find(({ rel }) => rel === 'next')?.href;
      }
      return servers;
    },
    async attachedVolumes(serverId: string): Promise<AttachedVolume[]> {
      const { volumeAttachments } = attachmentList.parse(await get(`/servers/${serverId}/os-volume_attachments`));
      return volumeAttachments.map(({ volumeId, device }) => ({ id: volumeId, device: device ?? '' }));
    },
  };
}

const novaHeaders = (token: string): Record<string, string> => ({
  'x-auth-token': token,
  'openstack-api-version': `compute ${MICROVERSION}`,
  accept: 'application/json',
});

async function logIn({ authUrl, username, password, project, domain }: CloudLogin) {
  const identity = {
    methods: ['password'],
    password: { user: { name: username, password, domain: { name: domain } } },
  };
  const scope = { project: { name: project, domain: { name: domain } } };
  const answer = await send(`${authUrl.replace(/\/+$/, '').replace(/\/v3$/, '')}/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth: { identity, scope } }),
  });
  if (answer.statusCode !== 201) throw new Error(`Keystone answered ${answer.statusCode}`);
  const { catalog } = tokenAnswer.parse(answer.json).token;
  const compute = catalog.find(({ type }) => type === 'compute')?.endpoints.find((one) => one.interface === 'public');
  if (!compute) throw new Error('the catalogue has no public compute endpoint');
  return { token: String(answer.headers['x-subject-token']), compute: compute.url.replace(/\/+$/, '') };
}

async function send(
  url: string,
  options: { method: Dispatcher.HttpMethod; headers: Record<string, string>; body?: string },
) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const asked = { ...options, headers: { ...options.headers, 'user-agent': 'vm-runner' } };
  const { statusCode, headers, body } = await request(url, { ...asked, signal });
  const text = await body.text();
  return { statusCode, headers, json: /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined };
}
