import { clusterApi } from './cluster-api.ts';
import type { DriverMachines } from './driver-machines.ts';
import { rancherCustom } from './rancher-custom.ts';
import { rancherPools } from './rancher-pools.ts';

/** The state machines of all drivers, one line for each driver. A test compares this list with the names of drivers. */
export const DRIVERS: readonly DriverMachines[] = [rancherCustom, rancherPools, clusterApi];
