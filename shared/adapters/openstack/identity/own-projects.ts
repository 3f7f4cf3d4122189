import { z } from 'zod';
import type { JsonClient } from '#shared/adapters/json-client';
import { BackendUnauthorized } from '#shared/errors';
import type { CloudSession } from './cloud-session.ts';
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

/** How many projects are tried. */
const LOOKS = 20;

const isMadeByUs = ({ tags }: OwnProject): boolean => tags.some((tag) => tag.startsWith('paddock:'));

/**
 * The project in which the account is `admin`, to act for the cloud from there. Answers undefined when there is none.
 * Only a token shows its roles, so projects are logged in to one after the other, `admin` first. Projects that Paddock
 * created, which may be many, are skipped.
 */
export async function findHomeProject<T extends Pick<CloudSession, 'token'>>(
  projects: readonly OwnProject[],
  open: (projectId: string) => T,
): Promise<{ project: OwnProject; session: T } | undefined> {
  const candidates = projects
    .filter((project) => !isMadeByUs(project))
    .toSorted((a, b) => Number(b.name === 'admin') - Number(a.name === 'admin'));
  for (const project of candidates.slice(0, LOOKS)) {
    const session = open(project.id);
    if ((await rolesIn(session)).includes('admin')) return { project, session };
  }
  return undefined;
}

/** A project that is disabled, or where the role was removed meanwhile, accepts no login. */
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
