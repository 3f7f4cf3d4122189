import type { DriverMachines } from './driver-machines.ts';

/** A new driver's state machines go here. They belong to the driver template `shared/drivers/_template/driver.ts`. */
export const template: Pick<DriverMachines, 'machines'> = { machines: [] };
