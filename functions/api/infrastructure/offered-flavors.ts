import type { Uuid } from '#shared/domain/_core/identifier';
import { isOfferedTo, isRancherOffering, isTenantOffering } from '#shared/domain/marketplace/offering';
import { flavorMatcher, nameSearch } from '#shared/domain/planning/flavors/flavor-pattern';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { uuidParams } from '../_http/lists/filters.ts';
import type { Call } from '../_http/router.ts';

type Seen = { name: string; settingsUuid: Uuid };
type Matches = (flavor: Seen) => boolean;

async function offeredBy(
  { store }: { store: Pick<Store, 'offerings'> },
  { caller }: Call,
  uuid: Uuid,
): Promise<Matches> {
  const offering = await store.offerings.find(uuid);
  if (!offering || offering.state === 'Draft' || !isOfferedTo(caller, offering)) return () => false;
  if (isTenantOffering(offering)) return ({ settingsUuid }) => settingsUuid === offering.settingsUuid;
  if (!isRancherOffering(offering)) return () => false;
  const isOffered = flavorMatcher(offering.pluginOptions.flavors_regex);
  return ({ name }) => isOffered(name);
}

/**
 * Reads from the query which flavors a list shows: by offering, and by a regular expression for the name (S0-225,
 * S0-313).
 */
export async function readFlavorFilters(deps: { store: Pick<Store, 'offerings'> }, call: Call): Promise<Matches> {
  const { query } = call.request;
  const uuids = uuidParams(query, 'offering_uuid');
  const offered = await Promise.all(uuids.map((uuid) => offeredBy(deps, call, uuid)));
  const pattern = query.get('name_iregex') ?? '';
  const isFound = pattern === '' ? () => true : nameSearch(pattern);
  if (!isFound) throw new Invalid({ name_iregex: ['Enter a regular expression in RE2 syntax.'] });
  return (flavor) => isFound(flavor.name) && (offered.length === 0 || offered.some((matches) => matches(flavor)));
}
