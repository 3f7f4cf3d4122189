import type { Operation, Operations } from './operation.ts';
import { resourceStateOperations } from './resource-state.ts';
import { resourceReportOperations } from './site-agent-reports.ts';

const SELLERS = 'Of what a site agent looks after: by owners of the customer that sells it. Of clusters: by staff.';
const bySellers = (operation: Operation | undefined): Operation => {
  if (!operation) throw new Error('no such operation of resources');
  return { ...operation, rule: 'resource.carry_out', description: `${SELLERS} ${operation.description ?? ''}` };
};

/** Resources as those see them who sell them. */
export const providerResourceOperations: Operations = {
  ...resourceStateOperations,
  'POST /{uuid}/set_as_ok/': bySellers(resourceStateOperations['POST /{uuid}/set_as_ok/']),
  'POST /{uuid}/set_as_erred/': bySellers(resourceStateOperations['POST /{uuid}/set_as_erred/']),
  ...resourceReportOperations,
};
