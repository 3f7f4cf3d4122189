import { z } from 'zod';
import { NOT_SIMULATED } from '#test/simulators/openstack/service';

export const texts = z.record(
  z.string().regex(/^[a-zA-Z0-9-_:. ]{1,255}$/, 'does not match any of the regexes'),
  z.string().max(255),
);

/**
 * A server tag, from microversion 2.26. A tag has at most 60 characters, without comma or slash. A server has at most
 * 50 tags.
 */
export const serverTag = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^,/]*$/, 'does not match tag pattern');
export const serverTags = z.array(serverTag).max(50);

const network = z.strictObject({
  uuid: z.string().optional(),
  port: z.string().nullish(),
  fixed_ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  tag: z.string().optional(),
});

const disk = z.strictObject({
  uuid: z.string().optional(),
  source_type: z.enum(['image', 'volume', 'snapshot', 'blank']),
  destination_type: z.enum(['volume', 'local']).optional(),
  boot_index: z.union([z.coerce.number().int(), z.literal('none'), z.null()]).optional(),
  volume_size: z.union([z.coerce.number().int().min(1), z.literal('')]).optional(),
  delete_on_termination: z.union([z.boolean(), z.stringbool()]).optional(),
  device_name: z.string().optional(),
  device_type: z.string().nullish(),
  disk_bus: z.string().nullish(),
  guest_format: z.string().nullish(),
  no_device: z.unknown().optional(),
  tag: z.string().optional(),
});
const typedDisk = disk.extend({ volume_type: z.string().nullish() });

const server = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(255)
    .regex(/^\S(.*\S)?$/, 'Can not start or end with whitespace'),
  flavorRef: z.coerce.string(),
  imageRef: z.string().optional(),
  metadata: texts.optional(),
  networks: z.union([z.array(network), z.enum(['auto', 'none'])]).optional(),
  block_device_mapping_v2: z.array(disk).optional(),
  security_groups: z.array(z.object({ name: z.string() })).optional(),
  key_name: z.string().optional(),
  config_drive: z.union([z.boolean(), z.stringbool()]).nullish(),
  user_data: z.string().max(65_535).nullish(),
  availability_zone: z.string().nullish(),
  adminPass: z.string().optional(),
  accessIPv4: z.ipv4().optional(),
  accessIPv6: z.ipv6().optional(),
  'OS-DCF:diskConfig': z.enum(['AUTO', 'MANUAL']).optional(),
  min_count: z.literal([1, '1'], NOT_SIMULATED).optional(),
  max_count: z.literal([1, '1'], NOT_SIMULATED).optional(),
});
export const hostname = z
  .string()
  .regex(/^[a-zA-Z0-9._-]*$/)
  .max(255)
  .optional();
const described = server.extend({ description: z.string().nullish() });
const tagged = described.extend({ networks: requiredNetworks(), tags: serverTags.optional() });
const full = tagged.extend({ block_device_mapping_v2: z.array(typedDisk).optional() });

function requiredNetworks() {
  return z.union([z.array(network), z.enum(['auto', 'none'])], "'networks' is a required property");
}

/**
 * Scheduler hints of a new server. Hints for filters that are not simulated are refused. Hints that no filter of the
 * scheduler reads are ignored.
 */
const hints = z
  .looseObject({
    group: z.guid().optional(),
    same_host: z.undefined(NOT_SIMULATED).optional(),
    different_host: z.undefined(NOT_SIMULATED).optional(),
    query: z.undefined(NOT_SIMULATED).optional(),
  })
  .optional();

export type DiskRequest = z.infer<typeof typedDisk>;
export type ServerRequest = z.infer<typeof full>['networks'] extends infer Networks
  ? Omit<z.infer<typeof full>, 'networks'> & { networks?: Networks | undefined }
  : never;

/**
 * The body of `POST /servers` in the request's microversion. `description` exists from 2.19 on, `tags` from 2.52, a
 * disk's `volume_type` from 2.67, and `hostname` from 2.90. `networks` is required from 2.37 on. A body with a key that
 * its microversion does not have is refused.
 */
export function parseServerRequest(body: unknown, minor: number): { server: ServerRequest; group: string | undefined } {
  const parsed = z
    .strictObject({ server: schemaFor(minor), 'os:scheduler_hints': hints, 'OS-SCH-HNT:scheduler_hints': hints })
    .parse(body);
  const given = parsed['os:scheduler_hints'] ?? parsed['OS-SCH-HNT:scheduler_hints'];
  return { server: parsed.server, group: given?.group };
}

function schemaFor(minor: number): z.ZodType<ServerRequest> {
  if (minor >= 90)
    return full.extend({
      hostname,
      trusted_image_certificates: z.null(NOT_SIMULATED).optional(),
    });
  if (minor >= 67) return full;
  if (minor >= 52) return tagged;
  if (minor >= 37) return described.extend({ networks: requiredNetworks() });
  return minor >= 19 ? described : server;
}
