import { hostname } from 'node:os';
import { z } from 'zod';

const flag = z.enum(['yes', 'no']).transform((value) => value === 'yes');

/** Variables of the environment. docs/cluster-api.md#relay describes them. */
const environment = z.object({
  PADDOCK_URL: z.url({ protocol: /^https?$/ }),
  PADDOCK_TOKEN_FILE: z.string().min(1),
  RELAY_NAME: z.string().min(1).default(hostname()),
  RELAY_BIND: z.ipv4(),
  RELAY_PORT: z.coerce.number().int().min(1).max(65_535).default(44_355),
  RELAY_NAMESPACES: flag.prefault('yes'),
  RELAY_FOLDER: z.string().min(1).default('/run/paddock-relay'),
  RELAY_INTERVAL_MS: z.coerce.number().int().min(100).default(10_000),
  HAPROXY: z.string().min(1).default('haproxy'),
});

export type Settings = ReturnType<typeof readSettings>;
/** @throws ZodError that names each variable that is missing or wrong */
export function readSettings(variables: NodeJS.ProcessEnv) {
  const given = environment.parse(variables);
  return {
    paddockUrl: given.PADDOCK_URL.replace(/\/+$/, ''),
    tokenFile: given.PADDOCK_TOKEN_FILE,
    name: given.RELAY_NAME,
    address: given.RELAY_BIND,
    port: given.RELAY_PORT,
    usesNamespaces: given.RELAY_NAMESPACES,
    folder: given.RELAY_FOLDER,
    intervalMs: given.RELAY_INTERVAL_MS,
    haproxy: given.HAPROXY,
  };
}
