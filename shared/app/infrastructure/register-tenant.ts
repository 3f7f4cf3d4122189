import type { Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import { type Caller, canSee, placeOf } from '#shared/domain/organizations/caller';
import { mayUse } from '#shared/domain/organizations/ownership';
import { assertPermitted, may } from '#shared/domain/organizations/permission';
import { inProjectOf } from '#shared/domain/organizations/placement';
import { tenantClaim } from '#shared/domain/planning/naming';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { ApplicationCredential } from '#shared/domain/providers/service-settings';
import { BackendNotFound, BackendUnauthorized, Invalid, noObject } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Clock, Ids, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { assertRoom } from '../_core/assert-room.ts';
import { referredProject } from '../_core/resolve-references.ts';
import { ownerOfProject } from '../_core/whose-is.ts';
import { writeSecretsFirst } from '../providers/revise-secrets.ts';

export type RegisterTenantDeps = {
  store: Pick<Store, 'projects' | 'settings' | 'tenants' | 'claims' | 'commit'>;
  openstack: OpenStackSessions;
  secrets: Secrets;
  stage: string;
  clock: Clock;
  ids: Ids;
};
export type NewTenant = {
  name: string;
  projectUuid: Uuid;
  settingsUuid: Uuid;
  backendId: string;
  credential?: ApplicationCredential | undefined;
};

/** Checks that the credential belongs to the project, so that nobody can register a project without access to it. */
async function checkCredential(
  { openstack }: RegisterTenantDeps,
  { settingsUuid, backendId, credential }: NewTenant & { credential: ApplicationCredential },
): Promise<void> {
  const refused = (cause: unknown): never => {
    if (!(cause instanceof BackendUnauthorized || cause instanceof BackendNotFound)) throw cause;
    throw new Invalid({ application_credential_id: ['The cloud does not accept this application credential.'] }, cause);
  };
  const projectId = await openstack
    .openWith(settingsUuid, credential)
    .then((session) => session.projectId())
    .catch(refused);
  if (projectId !== backendId) {
    throw new Invalid({ backend_id: ['The application credential belongs to another project.'] });
  }
}

const NO_ACCESS =
  "Paddock's account in the cloud has no access to this project. Give the account the role member in the project, or register the tenant with an application credential of the project.";

const OF_ANOTHER =
  'The project is registered for another organization. Register it with an application credential of the project.';

/**
 * Makes an OpenStack project available to a project of a customer, as a tenant. A customer's project cannot have the
 * same tenant twice.
 */
export async function registerTenant(deps: RegisterTenantDeps, caller: Caller, input: NewTenant): Promise<Tenant> {
  const { store, secrets, stage, clock, ids } = deps;
  const { credential, ...named } = input;
  const project = await referredProject(store, caller, input.projectUuid);
  assertPermitted(caller, 'tenant.register', placeOf(project));
  await assertRoom('tenants', deps.store.tenants, { projectUuid: project.uuid });
  // A cloud without a customer belongs to the operator, and all customers may use it. A customer's cloud is reported as
  // missing to all other customers.
  const cloud = await deps.store.settings.find(input.settingsUuid);
  const { customerUuid } = cloud ?? {};
  if (cloud?.type !== 'OpenStack' || (customerUuid !== undefined && !canSee(caller, { customerUuid }))) {
    throw noObject('service_settings');
  }

  if (credential !== undefined) await checkCredential(deps, { ...input, credential });
  else if (!may(caller, 'tenant.register_unproven')) {
    throw new Invalid({ application_credential_id: ['This field is required.'] });
  } else if (!mayUse(caller, await ownerOfProject(store, cloud, input.backendId), project.customerUuid)) {
    throw new Invalid({ backend_id: [OF_ANOTHER] });
  }
  const tenant: Tenant = {
    ...newRecord(ids.uuid(), clock.now()),
    ...named,
    ...inProjectOf(project),
    settingsName: cloud.name,
    hasOwnCredential: credential !== undefined,
  };
  if (credential === undefined) {
    // Without a credential of its own, the tenant is used with the cloud's account. This request checks that the
    // account has a role in the OpenStack project.
    try {
      await (await deps.openstack.open(tenant)).projectId();
    } catch (cause) {
      if (!(cause instanceof BackendUnauthorized || cause instanceof BackendNotFound)) throw cause;
      throw new Invalid({ backend_id: [NO_ACCESS] }, cause);
    }
  }
  const claim = tenantClaim(cloud.uuid, tenant.backendId, project.uuid);
  const taken = () => new Invalid({ backend_id: ['The tenant is already registered in this project.'] });
  const write = () => store.commit(store.tenants.insert(tenant), store.claims.insert(claim, tenant.uuid, taken));
  const name = secretName(stage, 'openstack', tenant.uuid);
  await writeSecretsFirst(
    secrets,
    credential === undefined ? [] : [{ name, value: JSON.stringify(credential) }],
    write,
  );
  return tenant;
}
