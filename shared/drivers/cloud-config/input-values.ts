import { z } from 'zod';
import { parseSshPublicKey } from '#shared/domain/identity/ssh-public-key';
import { FILESYSTEM, MOUNT_POINT } from '#shared/domain/planning/host-values';
import { Misconfigured } from '#shared/errors';

/** A machine's host name: parts of letters, digits and hyphens, with dots between them (RFC 1123, 2.1). */
export const hostName = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/);
/** A token, an id or a path. Printable ASCII without spaces. */
export const opaque = z
  .string()
  .max(4096)
  .regex(/^[!-~]+$/);
export const httpAddress = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .regex(/^[!-~]+$/);
/** SHA-256 in hex, or empty. */
export const checksum = z.string().regex(/^(?:[0-9a-f]{64})?$/i);
export const dataVolumes = z.array(
  z.looseObject({ mountPoint: z.string().max(255).regex(MOUNT_POINT), filesystem: z.string().regex(FILESYSTEM) }),
);
/** One SSH key, parsed as OpenSSH does. Only the key itself is kept. */
export const sshPublicKey = z.string().transform((given, context): string => {
  const key = parseSshPublicKey(given);
  if (key) return key.text;
  context.addIssue({ code: 'custom', message: 'not an SSH public key' });
  return z.NEVER;
});

/**
 * Checks each value of a machine's user data, because shells and YAML parsers will read it.
 * @throws Misconfigured, which names the fields with wrong values, but does not contain the values
 */
export function parseUserDataInput<T>(schema: z.ZodType<T>, given: unknown, name: string): T {
  const checked = schema.safeParse(given);
  if (checked.success) return checked.data;
  const names = checked.error.issues.map(({ path }) => path.join('.'));
  const machine = hostName.safeParse(name).data ?? 'a machine';
  throw new Misconfigured(
    `The user data of ${machine} was not created. Wrong values: ${[...new Set(names)].join(', ')}.`,
  );
}
