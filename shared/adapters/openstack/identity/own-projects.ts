import { z } from 'zod';
import type { JsonClient } from '#shared/adapters/json-client';
import { BackendUnauthorized } from '#shared/errors';
import type { CloudSession } from './cloud-session.ts';
import { loginUnscoped, type UnscopedLogin } from './keystone-login.ts';

const reply = z.object({
  projects: z.array(z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()).default([]) })),
});
export type OwnProject = z.infer<typeof reply>['projects'][number];

/** Lists the projects in which the account has any role. */
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

/** Maximum number of projects to try. */
const MAX_PROJECTS = 20;

const isMadeByUs = ({ tags }: OwnProject): boolean => tags.some((tag) => tag.startsWith('paddock:'));

/**
 * Finds a project in which the account has the role `admin`, because calls for the whole cloud need this role. Only a
 * token shows the account's roles, so the account logs in to one project after the other. The project named `admin` is
 * tried first. Projects that Paddock created are skipped, because there may be many.
 */
export async function findHomeProject<T extends Pick<CloudSession, 'token'>>(
  projects: readonly OwnProject[],
  open: (projectId: string) => T,
): Promise<{ project: OwnProject; session: T } | undefined> {
  const candidates = projects
    .filter((project) => !isMadeByUs(project))
    .toSorted((a, b) => Number(b.name === 'admin') - Number(a.name === 'admin'));
  for (const project of candidates.slice(0, MAX_PROJECTS)) {
    const session = open(project.id);
    if ((await rolesIn(session)).includes('admin')) return { project, session };
  }
  return undefined;
}

/**
 * The account's roles in a project. Empty if the cloud refuses the login: the project may be disabled, or the account
 * may have lost its role after the projects were listed.
 */
async function rolesIn(session: Pick<CloudSession, 'token'>): Promise<string[]> {
  try {
    return (await session.token()).roles;
  } catch (error) {
    if (error instanceof BackendUnauthorized) return [];
    throw error;
  }
}

export const noHomeText = (username: string): string =>
  `${username} is not admin in any project. Paddock needs this role to create projects and set their quotas: grant the role admin in one project.`;
