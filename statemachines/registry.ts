import type { Machine, Started } from './_blocks/machine.ts';
import { DRIVERS } from './_drivers/registry.ts';
import { createApp } from './create-app/definition.ts';
import { createRancherProject } from './create-rancher-project/definition.ts';
import { deleteApp } from './delete-app/definition.ts';
import { deleteRancherProject } from './delete-rancher-project/definition.ts';
import type { MachineName } from './machine-names.ts';
import { processOrder } from './process-order/definition.ts';
import { provisionInfrastructure } from './provision-infrastructure/definition.ts';
import { reconcileMembership } from './reconcile-membership/definition.ts';
import { removeInfrastructure } from './remove-infrastructure/definition.ts';
import { syncAccess } from './sync-access/definition.ts';
import { updateApp } from './update-app/definition.ts';
import { updateRancherProject } from './update-rancher-project/definition.ts';

/** State machines of drivers. Drivers may share a state machine. */
const driverMachines = new Set(DRIVERS.flatMap(({ machines }) => machines));

/**
 * All state machines. The definition of a state machine decides which steps and which other state machines it may call.
 */
export const MACHINES: readonly Machine[] = [
  processOrder,
  provisionInfrastructure,
  removeInfrastructure,
  syncAccess,
  reconcileMembership,
  createApp,
  updateApp,
  deleteApp,
  createRancherProject,
  updateRancherProject,
  deleteRancherProject,
  ...driverMachines,
];

/** Makes every state machine once. A state machine is made after all state machines that it starts. */
export function makeMachines<Made extends Started>(
  make: (machine: Machine, started: (name: MachineName) => Made) => Made,
): ReadonlyMap<MachineName, Made> {
  const all = new Map<MachineName, Made>();
  const madeOf = (name: MachineName): Made => {
    const known = all.get(name);
    if (known) return known;
    const machine = MACHINES.find((it) => it.name === name);
    if (!machine) throw new Error(`statemachines/registry.ts has no ${name}`);
    const made = make(machine, madeOf);
    all.set(name, made);
    return made;
  };
  for (const { name } of MACHINES) madeOf(name);
  return all;
}
