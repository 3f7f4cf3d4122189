import type { Hook } from '../../domain/hook/hook.ts';
import { fullNameOf } from '../../domain/user.ts';
import type { FilterTable } from './listing.ts';

/** Of both kinds. A list has the caller's own hooks, so that he is the author of each. */
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
