import { z } from 'zod';

/** The access data that a cloud's operator has, and the format of PADDOCK_REAL_OPENSTACK. */
export const cloudAccess = z.object({
  auth_url: z.string(),
  region: z.string().optional(),
  admin: z.object({
    username: z.string(),
    password: z.string(),
    user_domain_name: z.string().default('Default'),
    project_name: z.string(),
  }),
});
export type CloudAccess = z.infer<typeof cloudAccess>;

const tokenReply = z.object({
  token: z.object({
    user: z.object({ id: z.string() }),
    project: z.object({ id: z.string(), domain: z.object({ id: z.string() }) }).optional(),
    catalog: z.array(
      z.object({ type: z.string(), endpoints: z.array(z.object({ interface: z.string(), url: z.string() })) }),
    ),
  }),
});

/** A session over plain HTTP, without the product's code. `ask` fails on every answer without a 2xx status. */
export type CloudUser = {
  userId: string;
  projectId: string;
  domainId: string;
  /** Uploads the bytes of an image. */
  upload(path: string, content: string): Promise<void>;
  ask<T>(service: string, method: string, path: string, reply: z.ZodType<T>, body?: unknown): Promise<T>;
};

/** Services whose catalog addresses lack the API version, and the version to add. */
const VERSION_LEFT_OUT: Record<string, string> = { image: '/v2', network: '/v2.0', 'load-balancer': '/v2' };

async function logIn(authUrl: string, identity: unknown, scope: unknown): Promise<CloudUser> {
  const answer = await fetch(`${authUrl}/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth: { identity, scope } }),
  });
  if (!answer.ok) throw new Error(`login answered ${answer.status}: ${await answer.text()}`);
  const { token } = tokenReply.parse(await answer.json());
  const urlOf = (service: string): string => {
    if (service === 'identity') return authUrl;
    const entry = token.catalog.find(({ type }) => type === service);
    const url = entry?.endpoints.find((it) => it.interface === 'public')?.url ?? '';
    return url.replace(/\/$/, '') + (VERSION_LEFT_OUT[service] ?? '');
  };
  const headers = { 'x-auth-token': answer.headers.get('x-subject-token') ?? '', 'content-type': 'application/json' };
  return {
    userId: token.user.id,
    projectId: token.project?.id ?? '',
    domainId: token.project?.domain.id ?? '',
    async upload(path, content) {
      const type = { 'content-type': 'application/octet-stream' };
      const got = await fetch(urlOf('image') + path, {
        method: 'PUT',
        headers: { ...headers, ...type },
        body: content,
      });
      if (!got.ok) throw new Error(`PUT ${path} answered ${got.status}: ${await got.text()}`);
    },
    async ask(service, method, path, reply, body) {
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const got = await fetch(urlOf(service) + path, init);
      const text = await got.text();
      if (!got.ok) throw new Error(`${method} ${path} answered ${got.status}: ${text}`);
      return reply.parse(text === '' ? undefined : JSON.parse(text));
    },
  };
}

export function logInWithPassword(
  authUrl: string,
  { username, password, domain }: { username: string; password: string; domain: { name: string } | { id: string } },
  project: Record<string, unknown>,
): Promise<CloudUser> {
  return logInWithScope(authUrl, { username, password, domain }, { project });
}

export function logInWithScope(
  authUrl: string,
  { username, password, domain }: { username: string; password: string; domain: { name: string } | { id: string } },
  scope: unknown,
): Promise<CloudUser> {
  const identity = { methods: ['password'], password: { user: { name: username, password, domain } } };
  return logIn(authUrl, identity, scope);
}

export const logInAsAdmin = ({ auth_url, admin }: CloudAccess): Promise<CloudUser> => {
  const domain = { name: admin.user_domain_name };
  return logInWithPassword(auth_url, { ...admin, domain }, { name: admin.project_name, domain });
};
