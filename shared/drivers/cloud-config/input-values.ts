import { z } from 'zod';
import { FILESYSTEM, MOUNT_POINT } from '#shared/domain/_core/host-values';
import { parseSshPublicKey } from '#shared/domain/identity/ssh-public-key';
import { Misconfigured } from '#shared/errors';

/** A machine's own name: labels of letters, digits and hyphens (RFC 1123, 2.1). */
export const hostName = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/);
/** A token, an id or a path: printable ASCII without a space. */
export const opaque = z
  .string()
  .max(4096)
  .regex(/^[!-~]+$/);
/** Where something answers over HTTP. */
export const httpAddress = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .regex(/^[!-~]+$/);
/** SHA-256 in hex, or nothing. */
export const checksum = z.string().regex(/^(?:[0-9a-f]{64})?$/i);
export const dataVolumes = z.array(
  z.looseObject({ mountPoint: z.string().max(255).regex(MOUNT_POINT), filesystem: z.string().regex(FILESYSTEM) }),
);
/** As OpenSSH reads it; what is not of the key is not passed on. */
export const sshPublicKey = z.string().transform((given, context): string => {
  const key = parseSshPublicKey(given);
  if (key) return key.text;
  context.addIssue({ code: 'custom', message: 'no SSH public key' });
  return z.NEVER;
});

/**
 * What a machine’s user data is filled with, each value of its type: it is on its way to shells, and to readers of YAML that have ideas of their own.
 * @throws Misconfigured naming what is not of its type, and quoting nothing of it
 */
export function parseUserDataInput<T>(schema: z.ZodType<T>, given: unknown, name: string): T {
  const checked = schema.safeParse(given);
  if (checked.success) return checked.data;
  const names = checked.error.issues.map(({ path }) => path.join('.'));
  const whose = hostName.safeParse(name).data ?? 'a machine';
  throw new Misconfigured(
    `The user data of ${whose} is not made: not as it has to be: ${[...new Set(names)].join(', ')}.`,
  );
}
