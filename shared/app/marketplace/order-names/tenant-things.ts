import { type OpenStackKind, openstackUuid, type Uuid } from '#shared/domain/_core/identifier';
import type { NamedThing } from '#shared/domain/_core/named-object';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'tenants'>; openstack: Pick<OpenStackSessions, 'open'> };

const LISTS = {
  subnet: (session: OpenStack) => session.listSubnets(),
  flavor: (session: OpenStack) => session.listFlavors(),
  'volume-type': (session: OpenStack) => session.listVolumeTypes(),
  'security-group': (session: OpenStack) => session.listSecurityGroups(),
} satisfies Partial<Record<OpenStackKind, (session: OpenStack) => Promise<readonly { id: string; name: string }[]>>>;
export type ThingKind = keyof typeof LISTS;
type Listed = readonly NamedThing[] | undefined;
/**
 * Lists the objects of one kind in a tenant. Returns undefined when no tenant is named or the caller does not see the
 * tenant.
 */
export type TenantThings = (tenantUuid: Uuid | undefined, kind: ThingKind) => Promise<Listed>;

/**
 * Returns a function that lists objects of a tenant. The function calls the cloud only once for each kind of object,
 * even if many nodes name objects of this kind.
 */
export function tenantThings({ store, openstack }: Deps, caller: Caller): TenantThings {
  const asked = new Map<string, Promise<Listed>>();
  const read = async (tenantUuid: Uuid, kind: ThingKind): Promise<Listed> => {
    const tenant = await store.tenants.find(tenantUuid);
    if (!tenant || !canSee(caller, tenant)) return undefined;
    const things = await LISTS[kind](await openstack.open(tenant));
    return things.map(({ id, name }) => ({ uuid: openstackUuid(tenant.settingsUuid, kind, id), name }));
  };
  return async (tenantUuid, kind) => {
    if (tenantUuid === undefined) return undefined;
    const key = `${tenantUuid} ${kind}`;
    const known = asked.get(key) ?? read(tenantUuid, kind);
    asked.set(key, known);
    return known;
  };
}
