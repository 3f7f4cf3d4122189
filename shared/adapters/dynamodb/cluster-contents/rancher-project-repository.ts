import type { RancherProjectRepository } from '#shared/ports/store';
import { providerPartition, RANCHER_PROJECT_PREFIX, rancherProjectKey, rancherProjectLookup } from '../_core/keys.ts';
import { listPage } from '../_core/lists/list-page.ts';
import { getRow, rowsOf } from '../_core/read-rows.ts';
import { recordWrites } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { RANCHER_PROJECTS } from '../cluster-access/access-kinds.ts';
import { findPart } from '../clusters/cluster-parts.ts';

export function rancherProjectRepository(table: Table): RancherProjectRepository {
  const kind = RANCHER_PROJECTS;
  const listBy = async (settingsUuid: string, below = '') => {
    const prefix = `${RANCHER_PROJECT_PREFIX}${below}`;
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix });
    return rows.map((row) => kind.schema.parse(row));
  };
  return {
    ...recordWrites(kind),
    async find(ref) {
      const row = await getRow(table, rancherProjectKey(ref));
      return row && kind.schema.parse(row);
    },
    findByUuid: (uuid) => findPart(table, kind, rancherProjectLookup(uuid).lookupPk),
    listByCluster: ({ settingsUuid, clusterUuid }) => listBy(settingsUuid, `${clusterUuid}#`),
    listByProvider: (settingsUuid) => listBy(settingsUuid),
    list: (scope, page, matches) => listPage(table, kind, scope, page, matches),
  };
}
