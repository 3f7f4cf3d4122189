import type { Hook } from '#shared/domain/hooks/hook';
import { fullNameOf } from '#shared/domain/identity/user';
import type { FilterTable } from '../_core/listing.ts';

/** For both kinds. A list has the caller's own hooks only, so the caller is the author of each. */
export const hookFilters: Pick<FilterTable<Hook>, 'oneOf' | 'uuids' | 'flags' | 'instants'> = {
  oneOf: {
    author_username: (_, asker) => asker?.user.username ?? [],
    author_email: (_, asker) => asker?.user.email ?? [],
    author_fullname: (_, asker) => (asker ? fullNameOf(asker.user) : []),
  },
  uuids: { author_uuid: ({ userUuid }) => userUuid },
  flags: { is_active: ({ isActive }) => isActive },
  instants: { last_published: { is: 'from', of: ({ lastDeliveredAt }) => lastDeliveredAt } },
};
