import type { ClusterRepository } from '../../ports/store.ts';
import { ARGOCD_RENEWALS } from './keys.ts';
import { CLUSTERS } from './kinds.ts';
import { pagesOf } from './read-rows.ts';
import { recordRepository } from './record-repository.ts';
import type { Table } from './table.ts';

/** Rows stand in the lookup index while Argo CD's access to their cluster has an end. */
export const clusterRepository = (table: Table): ClusterRepository => ({
  ...recordRepository(table, CLUSTERS),
  async listArgocdRenewals(until, limit) {
    const pages = pagesOf(table, { index: 'lookup', partition: ARGOCD_RENEWALS, limit });
    const isDue = (at: string | undefined) => at !== undefined && at <= until.toISOString();
    // The earliest come first, and the first page is enough: what is left is there in the caller's next round.
    for await (const page of pages) {
      return page.map((row) => CLUSTERS.schema.parse(row)).filter(({ argocdToken }) => isDue(argocdToken?.renewAt));
    }
    return [];
  },
});
