import type { DriverName } from '#shared/domain/_core/cluster-driver';
import type { Machine } from '../_blocks/machine.ts';

/**
 * The state machines of a driver. Some of these state machines are named in `DRIVER_MACHINES`. The named state machines
 * start the others. The other half of a driver is in `shared/drivers/driver.ts`.
 */
export type DriverMachines = { name: DriverName; machines: readonly Machine[] };
