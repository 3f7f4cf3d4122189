import { type Caller, canSee } from '../../domain/caller.ts';
import { type OpenStackKind, openstackUuid, type Uuid } from '../../domain/identifier.ts';
import type { NamedThing } from '../../domain/named-thing.ts';
import type { OpenStack } from '../../ports/openstack.ts';
import type { OpenStackSessions } from '../../ports/openstack-sessions.ts';
import type { Store } from '../../ports/store.ts';

type Deps = { store: Pick<Store, 'tenants'>; openstack: Pick<OpenStackSessions, 'open'> };

const LISTS = {
  subnet: (session: OpenStack) => session.listSubnets(),
  flavor: (session: OpenStack) => session.listFlavors(),
  'volume-type': (session: OpenStack) => session.listVolumeTypes(),
  'security-group': (session: OpenStack) => session.listSecurityGroups(),
} satisfies Partial<Record<OpenStackKind, (session: OpenStack) => Promise<readonly { id: string; name: string }[]>>>;
export type ThingKind = keyof typeof LISTS;
type Listed = readonly NamedThing[] | undefined;
/** What a tenant has of a kind; undefined of a tenant that is not named, or that the caller does not see. */
export type TenantThings = (tenantUuid: Uuid | undefined, kind: ThingKind) => Promise<Listed>;

/** Asks a tenant's cloud once for each kind, however many nodes name something of it. */
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
