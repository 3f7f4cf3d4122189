import type { Caller } from '#shared/domain/organizations/caller';
import {
  type ClusterApiTemplate,
  PUBLIC_TEMPLATES,
  seesTemplate,
} from '#shared/domain/planning/cluster-api/cluster-api-template';
import type { PageRequest, Scope, Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';

type Asked = Omit<Scope, 'visibility' | 'where'> & { matches: (item: ClusterApiTemplate) => boolean };

/**
 * The templates that a caller sees. `few` has the public templates. `list` reads pages of templates that are not
 * public: templates of customers in which the caller has a role, and templates of the caller's projects.
 */
export async function listClusterApiTemplates(
  { store }: { store: Pick<Store, 'clusterApiTemplates'> },
  caller: Caller,
  { matches, ...within }: Asked,
) {
  const isSeen = (item: ClusterApiTemplate) => seesTemplate(caller, item) && matches(item);
  const { isStaff, isSupport } = caller.user;
  const customers = [...new Set(caller.grants.map(({ customerUuid }) => customerUuid))];
  const visibility = isStaff || isSupport ? ('all' as const) : { customers, projects: [] };
  const everywhere = { ...within, visibility: 'all', where: PUBLIC_TEMPLATES } as const;
  const { items: few } = await store.clusterApiTemplates.list(everywhere, WHOLE_LIST, isSeen);
  const list = (page: PageRequest) =>
    store.clusterApiTemplates.list({ ...within, visibility }, page, (item) => !item.isPublic && isSeen(item));
  return { few, list };
}
