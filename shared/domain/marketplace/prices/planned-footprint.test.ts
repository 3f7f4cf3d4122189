import { expect, it } from 'vitest';
import { plannedFootprint } from './planned-footprint.ts';

it('sums up the servers and volumes of all tenants', () => {
  const flavor = { vcpus: 4, ramMb: 8192 };
  const tenant = { servers: [{ flavor }, { flavor }], volumes: [{ sizeGb: 64 }, { sizeGb: 10 }] };
  expect(plannedFootprint([tenant, tenant])).toEqual({ vcpus: 16, ramMb: 32_768, storageMb: 151_552 });
});
