import type { DriverMachines } from './driver-machines.ts';

/** The state machines of a driver to copy (`shared/drivers/_template/driver.ts`): their definitions go here. */
export const template: Pick<DriverMachines, 'machines'> = { machines: [] };
