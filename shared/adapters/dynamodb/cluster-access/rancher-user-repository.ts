import type { RancherUserLinkRepository, RancherUserRepository } from '#shared/ports/store';
import {
  providerPartition,
  RANCHER_USER_LINK_PREFIX,
  RANCHER_USER_PREFIX,
  rancherUserKey,
  rancherUserLookup,
  rancherUsersOfCluster,
} from '../_core/keys.ts';
import { listPage } from '../_core/lists/list-page.ts';
import { getRows, type PartitionQuery, pagesOf, rowsOf } from '../_core/read-rows.ts';
import { recordWrites } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { findPart } from '../clusters/cluster-parts.ts';
import { RANCHER_USER_LINKS, RANCHER_USERS } from './access-kinds.ts';

export function rancherUserRepository(table: Table): RancherUserRepository {
  const kind = RANCHER_USERS;
  const ofProvider = (settingsUuid: string): PartitionQuery => ({
    partition: providerPartition(settingsUuid),
    prefix: RANCHER_USER_PREFIX,
  });
  return {
    ...recordWrites(kind),
    findByUuid: (uuid) => findPart(table, kind, rancherUserLookup(uuid).lookupPk),
    findAll: async (refs) => (await getRows(table, refs.map(rancherUserKey))).map((row) => kind.schema.parse(row)),
    async hasAny(settingsUuid) {
      for await (const page of pagesOf(table, { ...ofProvider(settingsUuid), limit: 1 })) return page.length > 0;
      return false;
    },
    listByProvider: async (settingsUuid) =>
      (await rowsOf(table, ofProvider(settingsUuid))).map((row) => kind.schema.parse(row)),
    list: (scope, page, matches) => listPage(table, kind, scope, page, matches),
  };
}

export function rancherUserLinkRepository(table: Table): RancherUserLinkRepository {
  const kind = RANCHER_USER_LINKS;
  const read = async (query: PartitionQuery) => (await rowsOf(table, query)).map((row) => kind.schema.parse(row));
  const listBy = (settingsUuid: string, below = '') =>
    read({ partition: providerPartition(settingsUuid), prefix: `${RANCHER_USER_LINK_PREFIX}${below}` });
  return {
    ...recordWrites(kind),
    listByUser: ({ settingsUuid, userUuid }) => listBy(settingsUuid, `${userUuid}#`),
    listByCluster: (clusterUuid) => read({ index: 'lookup', partition: rancherUsersOfCluster(clusterUuid) }),
    listByProvider: (settingsUuid) => listBy(settingsUuid),
    list: (scope, page, matches) => listPage(table, kind, scope, page, matches),
  };
}
