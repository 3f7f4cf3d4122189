import type { Machine } from './_blocks/machine.ts';
import { DRIVERS } from './_drivers/registry.ts';
import { processOrder } from './process-order/definition.ts';
import { provisionInfrastructure } from './provision-infrastructure/definition.ts';
import { reconcileMembership } from './reconcile-membership/definition.ts';
import { removeInfrastructure } from './remove-infrastructure/definition.ts';
import { syncAccess } from './sync-access/definition.ts';

/** All state machines. Which steps and machines each may start follows from its definition. */
export const MACHINES: readonly Machine[] = [
  processOrder,
  provisionInfrastructure,
  removeInfrastructure,
  syncAccess,
  reconcileMembership,
  ...DRIVERS.flatMap(({ machines }) => machines),
];
