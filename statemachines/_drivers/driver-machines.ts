import type { DriverName } from '#shared/domain/_core/cluster-driver';
import type { Machine } from '../_blocks/machine.ts';

/**
 * The state machines of a driver: those that `DRIVER_MACHINES` names, and those that they start. The other half of a
 * driver is in `shared/drivers/driver.ts`.
 */
export type DriverMachines = { name: DriverName; machines: readonly Machine[] };
