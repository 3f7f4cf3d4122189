import { describe, expect, test } from 'vitest';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import { allEqual, anOfferedCloud, someManagedAttributes, someManagedOptions } from '#test/builders/managed-inputs';
import type { ManagedAttributes } from '../managed-attributes.ts';
import { limitProblem, tenantLimits } from './tenant-quotas.ts';

const cloud = anOfferedCloud();
const options = someManagedOptions();
const limits = (fields: Partial<ManagedAttributes>) => tenantLimits(someManagedAttributes(fields), options, cloud);

describe('limits of one tenant', () => {
  test.each([
    [0, undefined, 26, 53_248, 491_520],
    [1, undefined, 30, 61_440, 645_120],
    [2, undefined, 34, 69_632, 798_720],
    [2, 204_800, 34, 69_632, 1_208_320],
    [5, undefined, 46, 94_208, 1_259_520],
  ])(
    'with %i workers and Longhorn volumes of %s MB are %i cores, %i and %i MB (R-9b-W1, R-9-90, R-9-91, R-9-93)',
    (workerNodesCount, workerNodesLonghornVolumeSizeMb, cores, ram, storage) => {
      const longhorn = workerNodesLonghornVolumeSizeMb && { workerNodesLonghornVolumeSizeMb, installLonghorn: true };
      expect(limits({ workerNodesCount, ...longhorn })).toEqual({ cores, ram, storage });
    },
  );

  test('count Longhorn volumes only if it is installed', () => {
    expect(limits({ workerNodesLonghornVolumeSizeMb: 204_800 })).toEqual(limits({}));
  });

  test('add up if roles have the same flavor (R-9b-W2)', () => {
    const order = allEqual(8, 8192);
    expect(tenantLimits(order.attributes, order.options, order.cloud)).toEqual({
      cores: 40,
      ram: 40_960,
      storage: 512_000,
    });
  });

  test('count each volume in whole gigabytes, as Cinder does', () => {
    expect(limits({ workerNodesDataVolumeSizeMb: 102_401 }).storage).toBe(798_720 + 2 * 1024);
  });

  test('are refused in a cloud that lacks a flavor', () => {
    const poor = anOfferedCloud({ flavors: [] });
    expect(() => tenantLimits(someManagedAttributes(), options, poor)).toThrow('Flavor is not available');
  });
});

const types = (fields: Partial<PluginOptions>): Partial<PluginOptions> => ({
  managed_rancher_server_system_volume_type_name: 'ssd-fast',
  managed_rancher_server_data_volume_type_name: 'ssd-fast',
  managed_rancher_worker_system_volume_type_name: 'ssd-fast',
  managed_rancher_load_balancer_system_volume_type_name: 'ssd-fast',
  managed_rancher_load_balancer_data_volume_type_name: 'hdd-slow',
  ...fields,
});
const typed = someManagedAttributes({ workerNodesDataVolumeTypeName: 'hdd-slow' });

describe('storage', () => {
  test('is limited by type if the cloud’s offering says dynamic (R-9-99)', () => {
    const dynamic = anOfferedCloud({ storageMode: 'dynamic' });
    expect(tenantLimits(typed, someManagedOptions(types({})), dynamic)).toEqual({
      cores: 34,
      ram: 69_632,
      'gigabytes_ssd-fast': 583_680,
      'gigabytes_hdd-slow': 215_040,
    });
  });

  test('has one limit if it says fixed, whatever the ordered offering says', () => {
    const dynamicOffering = someManagedOptions(types({ storage_mode: 'dynamic' }));
    expect(tenantLimits(typed, dynamicOffering, cloud)).toEqual(limits({}));
  });

  test('by type is that of W2 (R-9b-W2)', () => {
    const order = allEqual(8, 8192);
    const prod = { ...order.options };
    for (const role of ['server', 'worker', 'load_balancer'] as const) {
      prod[`managed_rancher_${role}_system_volume_type_name`] = 'prod';
    }
    prod.managed_rancher_server_data_volume_type_name = 'prod';
    prod.managed_rancher_load_balancer_data_volume_type_name = 'prod';
    const attributes = { ...order.attributes, workerNodesDataVolumeTypeName: 'prod3' };
    expect(tenantLimits(attributes, prod, { ...order.cloud, storageMode: 'dynamic' })).toEqual({
      cores: 40,
      ram: 40_960,
      gigabytes_prod: 460_800,
      gigabytes_prod3: 51_200,
    });
  });

  test('without a type counts for the cloud’s default type, or for all types if that is unknown', () => {
    const only = someManagedOptions({ managed_rancher_server_data_volume_type_name: 'ssd-fast' });
    const dynamic = anOfferedCloud({ storageMode: 'dynamic' });
    const without = someManagedAttributes();
    expect(tenantLimits(without, only, dynamic)).toMatchObject({ storage: 491_520, 'gigabytes_ssd-fast': 307_200 });
    const known = tenantLimits(without, only, { ...dynamic, defaultVolumeType: 'ssd-fast' });
    expect(known).toMatchObject({ 'gigabytes_ssd-fast': 798_720 });
    expect(known).not.toHaveProperty('storage');
  });
});

describe('maxima of an offering', () => {
  const perTenant = { cores: 34, ram: 80 * 1024, storage: 500 * 1024 };
  const maxima = (cpu?: number, ram?: number, disk?: number) =>
    someManagedOptions({
      ...(cpu && { managed_rancher_tenant_max_cpu: cpu }),
      ...(ram && { managed_rancher_tenant_max_ram: ram }),
      ...(disk && { managed_rancher_tenant_max_disk: disk }),
    });

  test('of 200, 400 and 2000 allow three tenants of 34 cores, 80 and 500 GB (R-9-87, S0-239, S0-240, S0-241)', () => {
    expect(limitProblem([perTenant, perTenant, perTenant], maxima(200, 400, 2000))).toBeUndefined();
  });

  test('apply to the sum over tenants, not to each (S0-301, S0-302)', () => {
    expect(limitProblem([perTenant], maxima(101))).toBeUndefined();
    expect(limitProblem([perTenant, perTenant, perTenant], maxima(101))).toBe(
      'The requested total cores limit 102 cores exceeds the maximum allowed 101 cores for tenants.',
    );
  });

  test('are in GB, the compared sums in MB (R-9-97)', () => {
    const asked = { cores: 8, ram: 50 * 1024, storage: 200 * 1024 };
    expect(limitProblem([asked], maxima(10, 100, 500))).toBeUndefined();
  });

  test('are reported in MB (R-9-98)', () => {
    expect(limitProblem([{ cores: 8, ram: 101 * 1024, storage: 0 }], maxima(10, 100, 500))).toBe(
      'The requested total ram limit 103424 MB exceeds the maximum allowed 102400 MB for tenants.',
    );
  });

  const { attributes, options: equal, cloud: one } = allEqual(8, 8192);
  const problem = (max: PluginOptions, storageMode: 'fixed' | 'dynamic' = 'fixed') =>
    limitProblem([tenantLimits(attributes, equal, { ...one, storageMode, defaultVolumeType: 'prod' })], max);

  test.each([
    [maxima(33), 'The requested total cores limit 40 cores exceeds the maximum allowed 33 cores for tenants.'],
    [maxima(40), undefined],
    [maxima(0, 33), 'The requested total ram limit 40960 MB exceeds the maximum allowed 33792 MB for tenants.'],
    [maxima(0, 40), undefined],
    [
      maxima(0, 0, 100),
      'The requested total storage limit 512000 MB exceeds the maximum allowed 102400 MB for tenants.',
    ],
    [maxima(0, 0, 500), undefined],
    [maxima(33, 33, 100), 'The requested total cores limit 40 cores exceeds the maximum allowed 33 cores for tenants.'],
    [maxima(40, 33, 100), 'The requested total ram limit 40960 MB exceeds the maximum allowed 33792 MB for tenants.'],
    [maxima(), undefined],
  ])(
    'may be reached, not exceeded, and only the first exceeded one is reported (R-9b-W2, R-9-105, R-9-106)',
    (max, text) => {
      expect(problem(max)).toBe(text);
    },
  );

  test('of storage apply to the sum over its types (R-9-107)', () => {
    expect(problem(maxima(0, 0, 100), 'dynamic')).toBe(
      'The requested total storage limit 512000 MB exceeds the maximum allowed 102400 MB for tenants.',
    );
    expect(problem(maxima(0, 0, 500), 'dynamic')).toBeUndefined();
  });
});
