import { z } from 'zod';
import type { JsonClient } from '#shared/adapters/json-client';
import { loginUnscoped, type UnscopedLogin } from './keystone-login.ts';

const reply = z.object({
  projects: z.array(z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()).default([]) })),
});
export type OwnProject = z.infer<typeof reply>['projects'][number];

/** The projects in which the account has any role. */
export async function listOwnProjects(
  keystone: JsonClient,
  login: UnscopedLogin,
  timeoutMs?: number,
): Promise<OwnProject[]> {
  const token = await loginUnscoped(keystone, login, timeoutMs);
  const { body } = await keystone({
    op: 'listOwnProjects',
    method: 'GET',
    path: '/auth/projects',
    headers: { 'X-Auth-Token': token },
    reply,
    secrets: [token],
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return body.projects;
}
