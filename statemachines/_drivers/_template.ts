import type { DriverMachines } from './driver-machines.ts';

/**
 * The state machines of the driver template (`shared/drivers/_template/driver.ts`). The definitions of a new driver go
 * here.
 */
export const template: Pick<DriverMachines, 'machines'> = { machines: [] };
