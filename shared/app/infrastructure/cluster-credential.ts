import type { Uuid } from '#shared/domain/_core/identifier';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Cluster } from '#shared/domain/clusters/cluster';
import {
  CLUSTER_CREDENTIAL_ROLES,
  type CredentialPlace,
  clusterCredentialDescription,
  clusterCredentialName,
  clusterCredentialUuid,
  isCredentialName,
  isCredentialOf,
} from '#shared/domain/planning/naming';
import type { Tenant } from '#shared/domain/planning/tenant';
import { type ApplicationCredential, applicationCredential } from '#shared/domain/providers/service-settings';
import {
  BackendConflict,
  BackendNotFound,
  BackendUnauthorized,
  BackendUnavailable,
  DeletionBlocked,
} from '#shared/errors';
import type { ApplicationCredentials, IssuedCredential } from '#shared/ports/openstack/application-credentials';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Secrets } from '#shared/ports/runtime';

export type CredentialDeps = {
  openstack: Pick<OpenStackSessions, 'open' | 'openWith'>;
  secrets: Secrets;
  stage: string;
};
type Removal = Pick<ApplicationCredentials, 'listApplicationCredentials' | 'deleteApplicationCredential'>;

const secretNameOf = (stage: string, place: CredentialPlace): string =>
  secretName(stage, 'cloud-credential', clusterCredentialUuid(place));

async function findStored({ secrets, stage }: CredentialDeps, place: CredentialPlace) {
  const text = await secrets.find(secretNameOf(stage, place));
  return text === undefined ? undefined : applicationCredential.parse(JSON.parse(text));
}

/** Whether the credential still opens the tenant's project. False if somebody has deleted the credential. */
async function isUsable({ openstack }: CredentialDeps, tenant: Tenant, credential: ApplicationCredential) {
  try {
    const session = await openstack.openWith(tenant.settingsUuid, credential);
    return (await session.projectId()) === tenant.backendId;
  } catch (error) {
    if (error instanceof BackendUnauthorized) return false;
    throw error;
  }
}

/**
 * Lists the application credentials that Paddock has created for the cluster in this tenant, of one generation only.
 * The generation is the number of rotations (`place.generation`). The description is checked, too, because the name
 * alone does not prove that Paddock created a credential.
 */
async function listOwn(session: Removal, place: CredentialPlace): Promise<IssuedCredential[]> {
  const listed = await session.listApplicationCredentials({ name: clusterCredentialName(place) });
  return listed.filter(({ description }) => isCredentialOf(place.clusterUuid, description));
}

/** Lists the cluster's application credentials in this tenant, of all generations. */
const listAll = async (session: Removal, place: CredentialPlace): Promise<IssuedCredential[]> =>
  (await listClusterCredentials(session, place.clusterUuid)).filter(({ name }) => isCredentialName(place, name));

/**
 * Whether the stored credential is of the generation in `place`. The secret store keeps only the newest credential,
 * under one name for all generations. So the stored credential may be of another generation. If the credential was
 * never rotated, `place` has no generation, and no request is made.
 */
async function isOfGeneration(
  { openstack }: CredentialDeps,
  tenant: Tenant,
  place: CredentialPlace,
  { id }: ApplicationCredential,
): Promise<boolean> {
  if (place.generation === undefined) return true;
  const own = await listOwn(await openstack.open(tenant), place);
  return own.some((one) => one.id === id);
}

/**
 * Creates the credential. A conflict means that an earlier attempt created the credential after this attempt listed the
 * existing ones. The next attempt finds that credential and replaces it.
 */
async function create(session: ApplicationCredentials, place: CredentialPlace, clusterName: string) {
  const name = clusterCredentialName(place);
  const description = clusterCredentialDescription(place.clusterUuid, clusterName);
  try {
    return await session.createApplicationCredential({ name, description, roles: CLUSTER_CREDENTIAL_ROLES });
  } catch (error) {
    if (!(error instanceof BackendConflict)) throw error;
    const message = `The application credential ${name} could not be created, and was not found either: ${error.message}`;
    throw new BackendUnavailable(message, {}, error);
  }
}

/**
 * Returns the cluster's own application credential in this tenant, and creates it if there is none. The credential
 * belongs to the account that Paddock uses in the tenant, not to the person who ordered the cluster. The credential's
 * secret is only in the secret store. If the secret is lost, or the credential no longer opens the project, the
 * credential is deleted and created again. So callers must not keep the result, but call this function before each use.
 * @throws Misconfigured if the tenant's own credential is not allowed to create other credentials
 */
export async function ensureClusterCredential(
  deps: CredentialDeps,
  { uuid: clusterUuid, name: clusterName, clusterApi }: Pick<Cluster, 'uuid' | 'name' | 'clusterApi'>,
  tenant: Tenant,
): Promise<ApplicationCredential> {
  const place = { clusterUuid, tenantUuid: tenant.uuid, generation: clusterApi?.credentialGeneration };
  const stored = await findStored(deps, place);
  if (stored && (await isUsable(deps, tenant, stored)) && (await isOfGeneration(deps, tenant, place, stored))) {
    return stored;
  }
  const session = await deps.openstack.open(tenant);
  for (const { id } of await listOwn(session, place)) await session.deleteApplicationCredential(id);
  const created = await create(session, place, clusterName);
  await deps.secrets.put(secretNameOf(deps.stage, place), JSON.stringify(created));
  return created;
}

/**
 * Deletes the cluster's application credential in this tenant, and its secret. Keystone keeps the credential even if
 * the project is deleted. Call this only after all machines that were made with the credential are deleted.
 * @param session the tenant's session, or the cloud's account if the tenant's project may be gone
 */
export async function deleteClusterCredential(
  deps: CredentialDeps,
  session: Removal,
  place: CredentialPlace,
): Promise<void> {
  const own = await listAll(session, place);
  for (const { id } of own) await session.deleteApplicationCredential(id);
  const stored = await findStored(deps, place);
  if (stored && !own.some(({ id }) => id === stored.id)) await deleteUnlisted(session, stored.id);
  await deps.secrets.remove(secretNameOf(deps.stage, place));
}

/**
 * Deletes all credentials of the cluster in this tenant, except the one in the secret store. Returns how many were
 * deleted. If the stored credential is not in the cloud, throws BackendNotFound and deletes none, because the cluster
 * may still need an earlier one.
 */
export async function deleteFormerCredentials(
  deps: CredentialDeps,
  tenant: Tenant,
  clusterUuid: Uuid,
): Promise<number> {
  const session = await deps.openstack.open(tenant);
  const place = { clusterUuid, tenantUuid: tenant.uuid };
  const [own, stored] = await Promise.all([listAll(session, place), findStored(deps, place)]);
  if (!own.some(({ id }) => id === stored?.id)) {
    throw new BackendNotFound(
      `The new application credential no longer exists in tenant ${tenant.name}. Paddock keeps the former credential.`,
    );
  }
  const former = own.filter(({ id }) => id !== stored?.id);
  for (const { id } of former) await session.deleteApplicationCredential(id);
  return former.length;
}

/**
 * Deletes a stored credential that the account does not list. The credential may already be deleted, or belong to an
 * earlier account of the cloud.
 */
async function deleteUnlisted(session: Removal, id: string): Promise<void> {
  try {
    await session.deleteApplicationCredential(id);
  } catch (error) {
    if (!(error instanceof BackendUnauthorized)) throw error;
    const why = `it belongs to an account of the cloud that Paddock no longer uses. Delete it by hand: ${error.message}`;
    throw new DeletionBlocked(`The application credential ${id} cannot be deleted: ${why}`, {}, error);
  }
}

/**
 * The credentials that a cluster still has in a cloud, in all its tenants. The sweep at the end of a deletion fails if
 * this list is not empty.
 */
export const listClusterCredentials = async (session: Removal, clusterUuid: string): Promise<IssuedCredential[]> =>
  (await session.listApplicationCredentials()).filter(({ description }) => isCredentialOf(clusterUuid, description));
