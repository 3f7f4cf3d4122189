import { describe, expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { ADA_KEY } from '#test/ssh-keys';
import { parseOrderAttributes } from '../marketplace/orders/new-order.ts';

const id = (digit: string): string => digit.repeat(32);
const aNode = (fields: object = {}) => ({ role: 'server', subnet: id('5'), ...fields });
const attributes = (fields: object = {}) => ({ name: 'my-cluster', nodes: [aNode()], ...fields });

describe('a site that takes no', () => {
  const volume = { size: 1024, mount_point: '/opt' };
  const given = attributes({
    ssh_public_key: ADA_KEY,
    nodes: [aNode({ ssh_public_key: ADA_KEY, data_volumes: [volume] })],
  });

  test('SSH keys drops them, whatever their value (S0-169, S0-177, R-9-25)', () => {
    const site = { ...DEFAULT_SITE_SETTINGS, disableSshKeyInjection: true };
    const bad = { ...given, ssh_public_key: 5 };
    for (const order of [given, bad]) {
      const read = parseOrderAttributes(order, site);
      expect(JSON.stringify(read)).not.toContain('ssh');
      expect(read.nodes[0]?.dataVolumes).toHaveLength(1);
    }
  });

  test('data volumes drops them, whatever their value (S0-178, R-9-26)', () => {
    const site = { ...DEFAULT_SITE_SETTINGS, disableDataVolumeCreation: true };
    const bad = { ...given, nodes: [aNode({ data_volumes: 'many' })] };
    for (const order of [given, bad]) {
      expect(parseOrderAttributes(order, site).nodes[0]?.dataVolumes).toEqual([]);
    }
    expect(parseOrderAttributes(given, site).sshPublicKey).toBe(ADA_KEY);
  });

  test('of either keeps them where the rule does not apply', () => {
    const site = { ...DEFAULT_SITE_SETTINGS, disableSshKeyInjection: true, disableDataVolumeCreation: true };
    const read = (fields: object) => () => parseOrderAttributes(attributes(fields), site);
    const refused = (nodes: unknown, errors: object) =>
      expect(read({ nodes })).toThrow(expect.objectContaining({ body: { nodes: errors } }));
    refused('x', { non_field_errors: ['Expected a list of items but got type "str".'] });
    refused(['x'], [{ non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }]);
  });
});
