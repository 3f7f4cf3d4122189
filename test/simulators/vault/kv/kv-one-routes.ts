import { z } from 'zod';
import { durationText } from '../durations.ts';
import { DEFAULT_TTL_SECONDS } from '../token/issue-token.ts';
import { badRequest, notFound } from '../vault-error.ts';
import type { KvOneMount } from '../vault-objects.ts';
import { type Answer, route, type VaultCall, type VaultRoute } from '../vault-route.ts';
import { namesBelow } from './names-below.ts';

const record = z.record(z.string(), z.unknown());

/** Routes of a KV version 1 mount. Each path keeps only its last value and no metadata. */
export function kvOneRoutes({ values, tuning }: KvOneMount): VaultRoute[] {
  const write = ({ body, params: { path = '' } }: VaultCall): null => {
    const given = record.parse(body);
    if (Object.keys(given).length === 0) throw badRequest('missing data fields');
    values.set(path, given);
    return null;
  };
  return [
    route(
      '*path',
      {
        ...{ create: write, update: write },
        read({ params: { path = '' } }): Answer {
          const data = values.get(path);
          if (!data) throw notFound();
          // The `ttl` field of a secret says after how many seconds clients should read the secret again.
          const leaseDuration =
            durationText(data.ttl ?? data.lease) ?? (tuning.default_lease_ttl || DEFAULT_TTL_SECONDS);
          return { data, leaseDuration };
        },
        list({ params: { path = '' } }): Answer {
          const keys = namesBelow(values.keys(), path);
          if (keys.length === 0) throw notFound();
          return { data: { keys } };
        },
        delete({ params: { path = '' } }): null {
          values.delete(path);
          return null;
        },
      },
      { exists: ({ path = '' }) => values.has(path) },
    ),
  ];
}
