import { openstackSessions } from '#shared/adapters/openstack/openstack-sessions';
import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import type { OpenStack } from '#shared/ports/openstack';
import type { ApiUnderTest } from '../_worlds/api-under-test.ts';

/** A session in a registered tenant with the tenant's credential. */
export async function openTenant(
  { store, secrets, stage, clock }: Pick<ApiUnderTest, 'store' | 'secrets' | 'stage' | 'clock'>,
  tenantUuid: string,
): Promise<OpenStack> {
  const sessions = openstackSessions({ secrets, settingsOf: (uuid) => cloudSettingsOf({ store }, uuid), stage, clock });
  return sessions.open(await store.tenants.get(tenantUuid));
}
