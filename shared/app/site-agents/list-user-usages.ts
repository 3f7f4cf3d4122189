import type { Uuid } from '#shared/domain/_core/identifier';
import { type ComponentUsage, isReported } from '#shared/domain/usage/component-usage';
import type { ReportedUsage, UserUsage } from '#shared/domain/usage/reported-usage';
import type { Page, PageRequest, Scope, Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';

type Deps = { store: Pick<Store, 'usages'> };
type Asked = {
  scope: Scope & { resourceUuid?: Uuid };
  matches?: ((usage: ComponentUsage) => boolean) | undefined;
  /**
   * Selects the users in the list. With this filter, the users' shares of all matching usages are read, not only the
   * shares on this page.
   */
  matchesUser?: ((usage: UserUsage) => boolean) | undefined;
};

/**
 * Finds the usages with at least one user's share on this page. `skipped` is how many shares of the first of these
 * usages are on earlier pages.
 */
function onPage(usages: readonly ReportedUsage[], { page, pageSize }: PageRequest) {
  const [from, to] = [(page - 1) * pageSize, page * pageSize];
  let seen = 0;
  const found: ReportedUsage[] = [];
  let before: number | undefined;
  for (const usage of usages) {
    if (seen + usage.userCount > from && seen < to) {
      before ??= seen;
      found.push(usage);
    }
    seen += usage.userCount;
  }
  return { found, skipped: from - (before ?? from), total: seen };
}

/**
 * Lists each user's share of each usage: the newest usages first, and the shares of a usage sorted by username. Without
 * `matchesUser`, only the shares on the requested page are read.
 */
export async function listUserUsages(
  { store: { usages } }: Deps,
  { scope, matches, matchesUser }: Asked,
  page: PageRequest,
): Promise<Page<UserUsage>> {
  const isWanted = (usage: ComponentUsage) => isReported(usage) && usage.userCount > 0 && (matches?.(usage) ?? true);
  const reported = (await usages.list(scope, WHOLE_LIST, isWanted)).items.filter(isReported);
  if (matchesUser === undefined) {
    const { found, skipped, total } = onPage(reported, page);
    return { items: (await usages.listShares(found)).slice(skipped, skipped + page.pageSize), total };
  }
  const all = (await usages.listShares(reported)).filter(matchesUser);
  return { items: all.slice((page.page - 1) * page.pageSize, page.page * page.pageSize), total: all.length };
}
