import type { Cloud } from '../cloud.ts';
import { catalogOf } from './catalog.ts';
import { roleNamed } from './roles.ts';
import type { Token } from './rows.ts';

/** Keystone's times have microseconds. */
export const keystoneTime = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, '.000000Z');

/** The body of a token. `?nocatalog` leaves out `catalog`. An unscoped token has no project, roles or catalogue. */
export function tokenView(cloud: Cloud, token: Token, { base, catalog }: { base: string; catalog: boolean }) {
  const user = cloud.keystone.users.get(token.userId);
  const scoped = token.projectId !== undefined || token.domainId !== undefined;
  return {
    token: {
      methods: token.methods,
      user: { id: user?.id, name: user?.name, domain: domainOf(cloud, user?.domain_id), password_expires_at: null },
      audit_ids: [token.auditId],
      expires_at: keystoneTime(token.expiresAt),
      issued_at: keystoneTime(token.issuedAt),
      ...scopeView(cloud, token),
      ...(scoped && { roles: token.roleNames.map((name) => ({ id: roleNamed(cloud, name)?.id, name })) }),
      ...(scoped && catalog && { catalog: catalogOf(cloud, base) }),
      ...credentialView(cloud, token),
    },
  };
}

function scopeView(cloud: Cloud, { projectId, domainId }: Token) {
  if (domainId !== undefined) return { domain: domainOf(cloud, domainId) };
  if (projectId === undefined) return {};
  const project = cloud.keystone.projects.get(projectId);
  const domain = domainOf(cloud, project?.domain_id);
  return { project: { id: projectId, name: project?.name, domain }, is_domain: false };
}

function credentialView(cloud: Cloud, { applicationCredentialId }: Token) {
  const credential = cloud.keystone.applicationCredentials.get(applicationCredentialId ?? '');
  if (!credential) return {};
  const { id, name, unrestricted } = credential;
  return { application_credential: { id, name, restricted: !unrestricted } };
}

export const domainOf = (cloud: Cloud, id = '') => ({ id, name: cloud.keystone.domains.get(id)?.name ?? '' });
