import type { RancherProjectRepository } from '../../ports/store.ts';
import { RANCHER_PROJECTS } from './access-kinds.ts';
import { findPart } from './cluster-parts.ts';
import { providerPartition, RANCHER_PROJECT_PREFIX, rancherProjectKey, rancherProjectLookup } from './keys.ts';
import { listPage } from './list-page.ts';
import { getRow, rowsOf } from './read-rows.ts';
import { recordWrites } from './record-repository.ts';
import type { Table } from './table.ts';

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
