import { z } from 'zod';
import {
  checksum,
  dataVolumes,
  hostName,
  httpAddress,
  opaque,
  parseUserDataInput,
  sshPublicKey,
} from '../cloud-config/input-values.ts';
import type { UserDataInput } from '../user-data-input.ts';

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
 * Checks the values of user data: host name, address, token, mount points and SSH key.
 * @throws Misconfigured
 */
export function typedInput(given: UserDataInput): UserDataInput {
  const { spec, ...typed } = parseUserDataInput(values, given, given.spec.name);
  return { ...given, ...typed, spec: { ...given.spec, sshPublicKey: spec.sshPublicKey } };
}
