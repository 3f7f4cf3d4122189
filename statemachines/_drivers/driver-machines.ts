import type { DriverName } from '#shared/domain/_core/cluster-driver';
import type { Machine } from '../_blocks/machine.ts';

/**
 * The state machines of a driver (`shared/drivers/driver.ts` has its other half). These are the state machines that
 * `DRIVER_MACHINES` names, and state machines that these start.
 */
export type DriverMachines = { name: DriverName; machines: readonly Machine[] };
