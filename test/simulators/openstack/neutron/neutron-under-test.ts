import { expect } from 'vitest';
import { type CloudUnderTest, idIn } from '../cloud-under-test.ts';

export const v2 = '/network/v2.0';

export const refused = (status: number, type: string) => ({
  status,
  body: { NeutronError: { type, message: expect.any(String), detail: '' } },
});

/** Helpers for tests that send requests to Neutron. The ports are in the network of the demo project. */
export function neutronUnderTest(cloud: CloudUnderTest) {
  const port = (more: object = {}) => ({ port: { network_id: cloud.projects.demo.network_id, ...more } });
  const makePort = async (more: object = {}) => idIn(await cloud.demo.post(`${v2}/ports`, port(more)));
  return { port, makePort };
}
