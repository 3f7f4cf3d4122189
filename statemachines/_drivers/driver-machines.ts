import type { DriverName } from '#shared/domain/_core/cluster-driver';
import type { Machine } from '../_blocks/machine.ts';

/**
 * The state machines of a driver. `DRIVER_MACHINES` names some of them, and these start the others. The driver's other
 * parts are in `shared/drivers/driver.ts`.
 */
export type DriverMachines = { name: DriverName; machines: readonly Machine[] };
