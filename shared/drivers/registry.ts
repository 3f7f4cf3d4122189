import { type DriverName, driverNameOf, type OfDriver } from '#shared/domain/_core/cluster-driver';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import { clusterApi } from './cluster-api/driver.ts';
import type { Driver, DriverParts } from './driver.ts';
import { rancherCustom } from './rancher-custom/driver.ts';
import { rancherPools } from './rancher-pools/driver.ts';

const PARTS: Readonly<Record<DriverName, DriverParts>> = {
  'rancher-custom': rancherCustom,
  'rancher-pools': rancherPools,
  'cluster-api': clusterApi,
};

const driver = (name: DriverName): Driver => ({ name, ...PARTS[name] });

export const driverOf = (cluster: OfDriver): Driver => driver(driverNameOf(cluster));

export const templateProblems = (template: string, withVault: boolean): string[] =>
  Object.values(PARTS).flatMap(({ userData }) => userData?.templateProblems(template, withVault) ?? []);

/**
 * The field `driver` for the record of a new cluster. For the default driver, the field is left out, as in records of
 * earlier releases.
 */
export const recordedDriver = ({ pluginOptions: { driver } }: Pick<RancherOffering, 'pluginOptions'>): OfDriver =>
  driver === undefined || driver === driverNameOf({}) ? {} : { driver };

export const driverOfOffering = ({ pluginOptions }: Pick<RancherOffering, 'pluginOptions'>): Driver =>
  driverOf(pluginOptions);
