import { openstackSessions } from '../../adapters/openstack/openstack-sessions.ts';
import type { OpenStackSettings } from '../../domain/service-settings.ts';
import { Misconfigured } from '../../errors.ts';
import type { OpenStackSessions } from '../../ports/openstack.ts';
import type { Secrets } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { systemClock } from '../system.ts';

type Deps = { stage: string; store: Pick<Store, 'settings'>; secrets: Secrets };

/** Sessions for all tenants of all clouds, kept for the life of the process. */
export function openstackDeps({ stage, store, secrets }: Deps): { openstack: OpenStackSessions } {
  const settingsOf = async (uuid: string): Promise<OpenStackSettings> => {
    const settings = await store.settings.get(uuid);
    if (settings.type !== 'OpenStack') throw new Misconfigured(`${settings.name} is not an OpenStack cloud`);
    return settings;
  };
  return { openstack: openstackSessions({ secrets, settingsOf, stage, clock: systemClock }) };
}
