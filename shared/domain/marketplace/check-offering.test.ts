import { expect, test } from 'vitest';
import { anOffering, aTenantOffering } from '#test/builders/offering-builders';
import { type CloudShown, checkOffering } from './check-offering.ts';

const flavor = (name: string) => ({ id: name, name, vcpus: 2, ramMb: 4096, diskGb: 0 });
const SHOWN: CloudShown = {
  flavors: [flavor('m1.large'), flavor('m1.medium')],
  images: [{ id: 'i', name: 'ubuntu-24.04', minDiskGb: 0, minRamMb: 0 }],
  volumeTypes: [{ id: 't', name: 'ssd' }],
  externalNetworks: [{ id: 'net-1', name: 'public' }],
  availabilityZones: ['nova'],
};
const managed = anOffering({
  name: 'Managed',
  pluginOptions: {
    deployment_mode: 'managed',
    managed_rancher_server_flavor_name: 'm1.large',
    managed_rancher_load_balancer_flavor_name: 'm1.medium',
    managed_rancher_server_system_volume_type_name: 'hdd',
  },
});
const sold = [{ offering: managed, baseImageName: 'ubuntu-24.04' }];
const failures = (cloud = aTenantOffering(), shown: Partial<CloudShown> = {}, of = sold) =>
  checkOffering(cloud, { ...SHOWN, ...shown }, of)
    .filter(({ ok }) => !ok)
    .map(({ option, message }) => `${option}: ${message}`);
const withOptions = (options: object) =>
  aTenantOffering({ pluginOptions: { external_network_id: 'public', storage_mode: 'fixed', ...options } });

test('a cloud with everything that its offerings name has no findings, and lists what exists', () => {
  expect(failures()).toEqual([]);
  const all = checkOffering(withOptions({ availability_zone: 'nova' }), SHOWN, sold);
  expect(all.map(({ option }) => option)).toEqual([
    'external_network_id',
    'availability_zone',
    'base_image_name',
    'managed_rancher_server_flavor_name',
    'managed_rancher_load_balancer_flavor_name',
  ]);
});

test('each missing object is named, with the option that needs it (S0-227, S0-234)', () => {
  expect(
    failures(withOptions({ availability_zone: 'az1' }), { flavors: [], images: [], externalNetworks: [] }),
  ).toEqual([
    'external_network_id: The cloud has no external network public, or has several. Create one and share it with all projects. If several have this name, enter the id of one.',
    'availability_zone: There is no availability zone az1: there are nova.',
    'base_image_name: There is no image ubuntu-24.04 that all projects can use. Upload it, and make it public.',
    'managed_rancher_server_flavor_name: There is no flavor m1.large, which "Managed" needs: create it for all projects.',
    'managed_rancher_load_balancer_flavor_name: There is no flavor m1.medium, which "Managed" needs: create it for all projects.',
  ]);
});

test('a cloud’s own image is checked in place of the providers’', () => {
  expect(failures(withOptions({ image_name: 'debian-13' }))).toEqual([
    'image_name: There is no image debian-13 that all projects can use. Upload it, and make it public.',
  ]);
});

test('volume types are checked if storage is sold by type (S0-229)', () => {
  const found =
    'managed_rancher_server_system_volume_type_name: There is no volume type hdd, which "Managed" needs: create it for all projects.';
  expect(failures(withOptions({ storage_mode: 'dynamic' }))).toEqual([found]);
});

test('a network is found by its name only if no other has it', () => {
  const twice = [...SHOWN.externalNetworks, { id: 'net-2', name: 'public' }];
  expect(failures(aTenantOffering(), { externalNetworks: twice })).toHaveLength(1);
  expect(failures(withOptions({ external_network_id: 'net-2' }), { externalNetworks: twice })).toEqual([]);
});
