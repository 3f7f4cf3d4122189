import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { Misconfigured } from '#shared/errors';
import type { CloudAdmin, CloudProject } from '#shared/ports/openstack/cloud-admin';
import type { CloudSession } from './cloud-session.ts';

type Projects = Pick<CloudAdmin, 'listProjects' | 'createProject' | 'deleteProject' | 'joinProject'>;

const named = z.object({ id: z.string(), name: z.string() });
const projectReply = named.extend({
  domain_id: z.string(),
  description: z.string().nullish(),
  tags: z.array(z.string()),
});
const projectOf = ({ id, name, description, tags }: z.infer<typeof projectReply>): CloudProject => ({
  id,
  name,
  tags,
  description: description ?? '',
});
/**
 * The role that Paddock's account gets in a new project, so that it can open a session in the project. Keystone's
 * bootstrap creates this role in every cloud.
 */
const JOINS_AS = 'member';

/**
 * Id of the domain for new projects: the named domain, or the domain of Paddock's account. Throws Misconfigured if the
 * domain does not exist.
 */
export async function domainIdOf(session: CloudSession, domainName: string | undefined): Promise<string> {
  if (domainName === undefined) return (await session.token()).userDomainId;
  const [domain] = await session.list('identity', {
    op: 'listDomains',
    path: '/domains',
    collection: 'domains',
    item: named,
    where: { name: { is: domainName, of: (it) => it.name } },
  });
  if (!domain) throw new Misconfigured(`The cloud has no domain ${domainName}.`);
  return domain.id;
}

/**
 * Id of the role that Paddock's account gets in new projects. Throws Misconfigured if the cloud does not have the role.
 */
export async function joiningRoleId(session: CloudSession): Promise<string> {
  const [role] = await session.list('identity', {
    op: 'listRoles',
    path: '/roles',
    collection: 'roles',
    item: named,
    where: { name: { is: JOINS_AS, of: (it) => it.name } },
  });
  if (!role) throw new Misconfigured(`The cloud has no role ${JOINS_AS}.`);
  return role.id;
}

/** Projects of one domain in Keystone. Keystone ignores the case of names. */
export const projects = (session: CloudSession, domainName: string | undefined): Projects => ({
  async listProjects({ name, tag } = {}) {
    const domain_id = await domainIdOf(session, domainName);
    const listed = await session.list('identity', {
      op: 'listProjects',
      path: '/projects',
      collection: 'projects',
      item: projectReply,
      where: {
        domain_id: { is: domain_id, of: (it) => it.domain_id },
        name: { is: name, of: (it) => it.name },
        tags: { has: tag, of: (it) => it.tags },
      },
    });
    return listed.map(projectOf);
  },

  async createProject({ name, description, tags }) {
    const domain_id = await domainIdOf(session, domainName);
    const body = { project: { name, description, tags, domain_id } };
    const reply = z.object({ project: projectReply });
    const call = { op: 'createProject', method: 'POST', path: '/projects', body, reply } as const;
    return projectOf((await session.call('identity', call)).project);
  },

  deleteProject: (id) =>
    ignoreNotFound(
      session.call('identity', {
        op: 'deleteProject',
        method: 'DELETE',
        path: path`/projects/${id}`,
        reply: z.unknown(),
      }),
    ),

  async joinProject(id) {
    const [{ userId }, roleId] = await Promise.all([session.token(), joiningRoleId(session)]);
    await session.call('identity', {
      op: 'joinProject',
      method: 'PUT',
      path: path`/projects/${id}/users/${userId}/roles/${roleId}`,
      reply: z.unknown(),
    });
  },
});
