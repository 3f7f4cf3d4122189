import { z } from 'zod';
import type { Classify } from '#shared/adapters/backend-request';
import { path } from '#shared/adapters/json-client';
import type { Selection } from '#shared/adapters/list-selection';
import { ignoreNotFound } from '#shared/adapters/not-found';
import type { CloudSession } from '../identity/cloud-session.ts';
import { listOwn, type Owned } from '../list-own.ts';

/** In Neutron's replies a single object is inside a field with the name of its kind, as in `{network: {…}}`. */
const inEnvelope = <T>(one: string, item: z.ZodType<T>) =>
  z.preprocess((reply) => z.record(z.string(), z.unknown()).safeParse(reply).data?.[one], item);

/** Calls that work for every kind of object in Neutron. `one` is the name of the kind, such as `security_group`. */
export function neutronObjects<T extends Owned>(
  session: CloudSession,
  one: string,
  item: z.ZodType<T>,
  collection = `${one}s`,
) {
  const below = `/${collection.replaceAll('_', '-')}`;
  const reply = inEnvelope(one, item);
  return {
    /** Lists the objects of the session's project only. */
    list: (op: string, where: Selection<T>): Promise<T[]> => listOwn(session, { op, collection, item, where }),
    create: (op: string, fields: object): Promise<T> =>
      session.call('network', { op, method: 'POST', path: below, body: { [one]: fields }, reply }),
    update: (op: string, id: string, changes: object): Promise<T> =>
      session.call('network', { op, method: 'PUT', path: below + path`/${id}`, body: { [one]: changes }, reply }),
    remove: (op: string, id: string, classify?: Classify): Promise<void> =>
      ignoreNotFound(
        session.call('network', {
          op,
          method: 'DELETE',
          path: below + path`/${id}`,
          reply: z.unknown(),
          ...(classify && { classify }),
        }),
      ),
  };
}
