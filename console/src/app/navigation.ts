import type { Me } from '@paddock/client';

type Entry = { to: string; label: string };
type Person = Pick<Me, 'is_staff' | 'permissions'>;

const FOR_ALL: readonly Entry[] = [
  { to: '/clusters', label: 'Clusters' },
  { to: '/order', label: 'Order' },
  { to: '/orders', label: 'Orders' },
  { to: '/people', label: 'People' },
  { to: '/activity', label: 'Activity' },
];
const PROVIDER: Entry = { to: '/provider', label: 'Provider' };
const OPERATOR: Entry = { to: '/operator', label: 'Operator' };

/**
 * Returns the pages that a user can use. Owners of an organization may sell offerings, so they see the provider's page.
 */
export function navigationFor({ is_staff, permissions }: Person): Entry[] {
  const sells = is_staff || permissions.some(({ role_name }) => role_name === 'CUSTOMER.OWNER');
  return [...FOR_ALL, ...(sells ? [PROVIDER] : []), ...(is_staff ? [OPERATOR] : [])];
}
