import type { DriverName } from '#shared/domain/_core/cluster-driver';
import type { Machine } from '../_blocks/machine.ts';

/**
 * The state machines of a driver (`shared/drivers/driver.ts` is what runs in functions). They have the names of
 * `DRIVER_MACHINES`, and any others that those start.
 */
export type DriverMachines = { name: DriverName; machines: readonly Machine[] };
