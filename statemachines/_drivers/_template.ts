import type { DriverMachines } from './driver-machines.ts';

/**
 * Copy this template for the state machines of a new driver. The template for the driver itself is
 * `shared/drivers/_template/driver.ts`.
 */
export const template: Pick<DriverMachines, 'machines'> = { machines: [] };
