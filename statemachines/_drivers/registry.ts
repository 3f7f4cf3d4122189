import type { DriverMachines } from './driver-machines.ts';
import { rancherCustom } from './rancher-custom.ts';

/** The machines of each driver: one line for each. A test compares them with the names of drivers. */
export const DRIVERS: readonly DriverMachines[] = [rancherCustom];
