import { z } from 'zod';
import type { Classify } from '#shared/adapters/backend-request';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { applicationCredential } from '#shared/domain/providers/service-settings';
import { BackendDepleted, BackendUnauthorized, Misconfigured } from '#shared/errors';
import type { ApplicationCredentials, IssuedCredential } from '#shared/ports/openstack/application-credentials';
import type { CloudSession } from './cloud-session.ts';
import type { KeystoneToken } from './keystone-login.ts';

const credentialReply = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  project_id: z.string().nullable(),
  roles: z.array(z.object({ name: z.string() })),
});
const issuedOf = ({ project_id, description, roles, ...named }: z.infer<typeof credentialReply>): IssuedCredential => ({
  ...named,
  description: description ?? '',
  ...(project_id !== null && { projectId: project_id }),
  roles: roles.map(({ name }) => name),
});

const RESTRICTED =
  'The application credential of the tenant is restricted: OpenStack does not let it create or delete application credentials. Register the tenant with an unrestricted application credential. Or register it without a credential: then Paddock uses its account of the cloud.';

function problemOf({ isRestricted, roles: held }: KeystoneToken, roles: readonly string[]): string | undefined {
  if (isRestricted) return RESTRICTED;
  const missing = roles.filter((role) => !held.includes(role));
  if (missing.length === 0) return undefined;
  return `The account lacks the role ${missing.join(', ')} in the project of the tenant, so it cannot create an application credential with this role. Grant the account this role in the project.`;
}

/** Keystone answers 403 with this message if the user already has as many credentials as the cloud allows. */
const classifyCreation: Classify = (status, message) =>
  status === 403 && /maximum of \d+ already exceeded for user/.test(message) ? BackendDepleted : undefined;

/**
 * Keystone answers 404 if the credential to delete is unknown, but also if the session's own application credential is
 * gone. Only the first answer proves that the credential is deleted. The message of the first answer contains the id of
 * the credential to delete.
 */
const classifyDeletion =
  (id: string): Classify =>
  (status, message) =>
    status === 404 && !message.includes(id) ? BackendUnauthorized : undefined;

/** Application credentials in Keystone. Keystone filters the list by name only, and ignores the case of the name. */
export const applicationCredentials = (session: CloudSession): ApplicationCredentials => {
  const collection = async () => path`/users/${(await session.token()).userId}/application_credentials`;
  return {
    async listApplicationCredentials({ name } = {}) {
      const listed = await session.list('identity', {
        op: 'listApplicationCredentials',
        path: await collection(),
        collection: 'application_credentials',
        item: credentialReply,
        where: { name: { is: name, of: (it) => it.name } },
      });
      return listed.map(issuedOf);
    },

    credentialProblem: async (roles) => problemOf(await session.token(), roles),

    async createApplicationCredential({ name, description, roles }) {
      const problem = problemOf(await session.token(), roles);
      if (problem !== undefined) throw new Misconfigured(problem);
      const wanted = { name, description, unrestricted: false, roles: roles.map((role) => ({ name: role })) };
      const { application_credential } = await session.call('identity', {
        op: 'createApplicationCredential',
        method: 'POST',
        path: await collection(),
        body: { application_credential: wanted },
        reply: z.object({ application_credential: applicationCredential }),
        classify: classifyCreation,
      });
      return application_credential;
    },

    async deleteApplicationCredential(id) {
      if ((await session.token()).isRestricted) throw new Misconfigured(RESTRICTED);
      await ignoreNotFound(
        session.call('identity', {
          op: 'deleteApplicationCredential',
          method: 'DELETE',
          path: (await collection()) + path`/${id}`,
          reply: z.unknown(),
          classify: classifyDeletion(id),
        }),
      );
    },
  };
};
