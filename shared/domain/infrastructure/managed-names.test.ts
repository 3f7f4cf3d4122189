import { describe, expect, test } from 'vitest';
import { aCustomer, aProject } from '#test/builders/builders';
import { managedNames, tenantName } from './managed-names.ts';

const named = {
  customer: aCustomer({ name: 'ACME Corporation', abbreviation: 'ACME' }),
  project: aProject({ name: 'Web' }),
  orderName: 'prod',
  resourceSlug: 'prod-1',
  vmProjectSlug: 'acme-web-1',
};
const offeringUuid = '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60';

describe('names of what a managed order makes', () => {
  test('contain customer, project and resource (R-9b-W4, S0-316)', () => {
    expect(managedNames(named)).toEqual({
      vmProjectName: 'ACME / Web / prod',
      vmProjectSlug: 'acme-web-1',
      clusterName: 'k8s-prod-1',
      loadBalancerName: 'k8s-lb-prod-1',
    });
  });

  test.each(['', '  '])('start with the customer’s name if its abbreviation is %j', (abbreviation) => {
    const customer = aCustomer({ name: 'ACME Corporation', abbreviation });
    expect(managedNames({ ...named, customer }).vmProjectName).toBe('ACME Corporation / Web / prod');
  });
});

describe('a tenant', () => {
  test('is named after VM project and cloud (R-9b-W4, S0-318)', () => {
    expect(tenantName('acme-web-1', { slug: 'az1', offeringUuid })).toBe('os-tenant-acme-web-1-az1');
  });

  test('has a unique name that Keystone accepts, even for a long slug of the cloud', () => {
    const slug = 'a'.repeat(90);
    const other = tenantName('acme-web-1', { slug, offeringUuid: 'b'.repeat(32) });
    const name = tenantName('acme-web-1', { slug, offeringUuid });
    expect(name).toBe(`os-tenant-acme-web-1-${'a'.repeat(34)}-6f1c0a4f`);
    expect(name).toHaveLength(64);
    expect(other).not.toBe(name);
  });
  test('keeps a whole name of up to 64 characters', () => {
    const name = tenantName('acme-web-1', { slug: 'a'.repeat(43), offeringUuid });
    expect(name).toBe(`os-tenant-acme-web-1-${'a'.repeat(43)}`);
    expect(name).toHaveLength(64);
  });
});
