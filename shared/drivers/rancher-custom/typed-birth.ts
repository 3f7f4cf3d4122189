import { z } from 'zod';
import {
  checksum,
  dataVolumes,
  demandBirth,
  hostName,
  httpAddress,
  opaque,
  sshPublicKey,
} from '../cloud-config/birth-values.ts';
import type { BirthCertificate } from './birth-certificate.ts';

const credential = z.discriminatedUnion('from', [
  z.object({ from: z.literal('user-data'), registrationToken: opaque }),
  z.object({
    from: z.literal('vault'),
    address: httpAddress,
    verifyTls: z.boolean(),
    roleId: opaque,
    secretId: opaque,
    secretPath: opaque,
  }),
]);
const values = z.object({
  spec: z.looseObject({ name: hostName, dataVolumes, sshPublicKey: sshPublicKey.optional() }),
  rancherUrl: httpAddress,
  credential,
  caChecksum: checksum,
  phoneHomeUrl: httpAddress,
  phoneHomeToken: opaque,
});

/**
 * A birth certificate whose every text is of its type: a host name, an address, a token, a place to mount at, an SSH key.
 * @throws Misconfigured
 */
export function typedBirth(given: BirthCertificate): BirthCertificate {
  const { spec, ...typed } = demandBirth(values, given, given.spec.name);
  return { ...given, ...typed, spec: { ...given.spec, sshPublicKey: spec.sshPublicKey } };
}
