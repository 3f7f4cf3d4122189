import type { GroupRef, KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { noMatch, VersionConflict } from '#shared/errors';
import type { KeycloakGroupRepository } from '#shared/ports/store';
import { claiming, releasing } from '../_core/claim-repository.ts';
import { GROUP_PREFIX, groupClaim, groupKey, groupLookup, providerPartition } from '../_core/keys.ts';
import { countsOf } from '../_core/kind.ts';
import { listPage } from '../_core/lists/list-page.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { getRow, rowsOf } from '../_core/read-rows.ts';
import { insertion, removal, replacement } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { findPart } from '../clusters/cluster-parts.ts';
import { KEYCLOAK_GROUPS } from './access-kinds.ts';

const made =
  ({ name }: KeycloakGroup) =>
  () =>
    new VersionConflict(`Group ${name} was made meanwhile.`);

/** Groups with the claims on their role and scope. */
export function keycloakGroupRepository(table: Table): KeycloakGroupRepository {
  const find = async (ref: GroupRef): Promise<KeycloakGroup | undefined> => {
    const row = await getRow(table, groupKey(ref));
    return row && KEYCLOAK_GROUPS.schema.parse(row);
  };
  const listBy = async (settingsUuid: string, below = ''): Promise<KeycloakGroup[]> => {
    const prefix = `${GROUP_PREFIX}${below}`;
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix });
    return rows.map((row) => KEYCLOAK_GROUPS.schema.parse(row));
  };
  return {
    find,
    async get(ref) {
      const item = await find(ref);
      if (!item) throw noMatch(KEYCLOAK_GROUPS.title);
      return item;
    },
    insert: (item) =>
      plannedWrite(
        [insertion(KEYCLOAK_GROUPS, item), claiming(groupClaim(item), item.uuid, made(item))],
        countsOf(KEYCLOAK_GROUPS, item, 1),
      ),
    replace: (item) => plannedWrite([replacement(KEYCLOAK_GROUPS, item)]),
    remove: (item) =>
      plannedWrite([removal(KEYCLOAK_GROUPS, item), releasing(groupClaim(item))], countsOf(KEYCLOAK_GROUPS, item, -1)),
    findByUuid: (uuid) => findPart(table, KEYCLOAK_GROUPS, groupLookup(uuid).lookupPk),
    listByCluster: ({ settingsUuid, clusterUuid }) => listBy(settingsUuid, `${clusterUuid}#`),
    listByProvider: (settingsUuid) => listBy(settingsUuid),
    list: (scope, page, matches) => listPage(table, KEYCLOAK_GROUPS, scope, page, matches),
  };
}
