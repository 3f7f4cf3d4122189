import type { Uuid } from '#shared/domain/_core/identifier';
import { isManaged, type Offering } from '#shared/domain/marketplace/offering';
import type { RancherOptions, RancherSettings } from '#shared/domain/providers/service-settings';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/** More are not needed to say why a change is refused. */
const OFFERINGS = { page: 1, pageSize: 300 };

const sellsManagedOf = (settingsUuid: Uuid) => (offering: Offering) =>
  isManaged(offering) && offering.state === 'Active' && offering.settingsUuid === settingsUuid;

/** What managed clusters need is not taken from a provider that sells them. Throws Invalid naming the offerings. */
export async function assertNotOffered(
  { store }: { store: Pick<Store, 'offerings'> },
  before: RancherSettings,
  after: RancherOptions,
): Promise<void> {
  if (before.options.managed === undefined || after.managed !== undefined) return;
  const { items } = await store.offerings.list({ visibility: 'all' }, OFFERINGS, sellsManagedOf(before.uuid));
  if (items.length === 0) return;
  const names = items.map(({ name }) => name).join(', ');
  throw new Invalid({ options: { customer_uuid: [`Offerings need it: ${names}. Pause or archive them first.`] } });
}
