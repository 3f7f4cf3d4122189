import { z } from 'zod';
import { Misconfigured } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';
import { type Classify, type JsonCall, type JsonClient, type JsonReply, path } from '../json-client.ts';
import { unlessNotFound } from '../not-found.ts';
import { isSelected, listingBounds, queryOf, type Selection } from '../selection.ts';
import { tokenKeeper } from '../token-keeper.ts';
import { type Account, type KeycloakToken, logIn, renewLogin } from './keycloak-login.ts';

const RENEW_BEFORE_MS = 10_000;
const PAGE_SIZE = 100;

/** `path` is below the realm: `/groups`. */
type Listing<T> = {
  op: string;
  path: string;
  item: z.ZodType<T>;
  where: Selection<NoInfer<T>>;
  /** Form and order of items; it selects none. */
  view?: Record<string, string>;
};

export type AdminSession = {
  /** Logs in if needed. */
  logIn(): Promise<void>;
  call<T>(call: JsonCall<T>): Promise<T>;
  /** The same, with the answer's headers. */
  exchange<T>(call: JsonCall<T>): Promise<JsonReply<T>>;
  /** Answers undefined when Keycloak does not have the object. */
  find<T>(call: Omit<JsonCall<T>, 'method'>): Promise<T | undefined>;
  /** The selected items, each once. Pages are requested during iteration. */
  list<T extends { id: string }>(listing: Listing<T>): AsyncGenerator<T>;
};

/** A missing realm differs from a missing group. */
const classify: Classify = (status, message) =>
  status === 404 && /^Realm not found/.test(message) ? Misconfigured : undefined;

/** The admin API of one realm, with one login. */
export function adminSession(client: JsonClient, account: Account & { realm: string }, clock: Clock): AdminSession {
  const tokens = tokenKeeper<KeycloakToken>({
    clock,
    renewBeforeMs: RENEW_BEFORE_MS,
    logIn: (last) => (last ? renewLogin(client, account, clock, last) : logIn(client, account, clock)),
  });
  const realmPath = path`/admin/realms/${account.realm}`;

  const exchange = <T>(request: JsonCall<T>): Promise<JsonReply<T>> =>
    tokens.use(({ value }) => {
      const headers = { authorization: `Bearer ${value}`, ...request.headers };
      return client({ classify, ...request, path: realmPath + request.path, headers });
    });
  const call = async <T>(request: JsonCall<T>): Promise<T> => (await exchange(request)).body;

  async function* list<T extends { id: string }>({ op, path, item, where, view }: Listing<T>): AsyncGenerator<T> {
    // An object that is added before the current place moves the others on, and the last item of a page is then the
    // first of the next.
    const seen = new Set<string>();
    const isWanted = isSelected(where);
    const read = listingBounds('Keycloak', op);
    for (let first = 0; ; first += PAGE_SIZE) {
      const query = { ...view, ...queryOf(where), first, max: PAGE_SIZE };
      const page = await read(
        () => exchange({ op, method: 'GET', path, query, reply: z.array(item) }),
        ({ length }) => length,
      );
      for (const found of page) {
        if (!seen.has(found.id) && isWanted(found)) yield found;
        seen.add(found.id);
      }
      if (page.length < PAGE_SIZE) return;
    }
  }

  return {
    logIn: async () => void (await tokens.current()),
    ...{ call, exchange, list },
    find: (request) => unlessNotFound(call({ ...request, method: 'GET' })),
  };
}
