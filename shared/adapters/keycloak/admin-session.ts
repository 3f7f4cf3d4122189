import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { z } from 'zod';
import { Misconfigured } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { Classify, Reply } from '../backend-request.ts';
import { assertPathPart } from '../json-client.ts';
import { isSelected, listingBounds, queryOf, type Selection } from '../list-selection.ts';
import { unlessNotFound } from '../not-found.ts';
import { tokenKeeper } from '../token-cache.ts';
import type { AdminClient } from './admin-client.ts';
import { type Account, type KeycloakToken, logIn, renewLogin } from './keycloak-login.ts';

const RENEW_BEFORE_MS = 10_000;
const PAGE_SIZE = 100;

type Ids = Readonly<Record<string, string>>;
type Realm = { realm: string };
export type SessionCall<T, I extends Ids> = {
  op: string;
  /** Ids in the path below the realm. */
  ids?: I | undefined;
  ask(keycloak: KeycloakAdminClient, at: I & Realm): Promise<unknown>;
  reply: z.ZodType<T>;
};

/** The query parameters of a selection, with the values that Keycloak gets. */
type Asked<W> = { [K in keyof W]: W[K] extends { ask: infer A } ? A : string };
type Page = Realm & { first: number; max: number };
type Listing<T, W, I extends Ids> = {
  op: string;
  ids?: I;
  item: z.ZodType<T>;
  where: W;
  /**
   * Makes the request for one page. The function may add parameters that set the format and order of the items.
   * Parameters that select items belong in `where`.
   */
  ask(keycloak: KeycloakAdminClient, page: Asked<W> & I & Page): Promise<unknown>;
};

export type AdminSession = {
  /** Logs in if the session has no valid token. */
  logIn(): Promise<void>;
  call<T, I extends Ids>(call: SessionCall<T, I>): Promise<T>;
  find<T, I extends Ids>(call: SessionCall<T, I>): Promise<T | undefined>;
  /** Lists the selected items, each once. Pages are requested while the caller iterates. */
  list<T extends { id: string }, W extends Selection<NoInfer<T>>, I extends Ids>(
    listing: Listing<T, W, I>,
  ): AsyncGenerator<T>;
};

/**
 * Keycloak answers 404 for a missing realm and for a missing group. A missing realm is a wrong setting, so it becomes
 * Misconfigured.
 */
const classify: Classify = (status, message) =>
  status === 404 && /^Realm not found/.test(message) ? Misconfigured : undefined;

/** A session with the admin API of one realm. All its calls share one login. */
export function adminSession(client: AdminClient, account: Account & Realm, clock: Clock): AdminSession {
  const { realm } = account;
  const tokens = tokenKeeper<KeycloakToken>({
    clock,
    renewBeforeMs: RENEW_BEFORE_MS,
    logIn: (last) => (last ? renewLogin(client, account, clock, last) : logIn(client, account, clock)),
  });

  async function exchange<T, I extends Ids>({ op, ids, ask, reply }: SessionCall<T, I>): Promise<Reply<T>> {
    // With an id `..`, the library would send the request to the realm itself, and a DELETE would delete the realm.
    Object.values(ids ?? {}).forEach(assertPathPart);
    const at = { ...ids, realm } as I & Realm;
    return tokens.use(({ value: token }) =>
      client({ op, realm, token, classify, reply, ask: (keycloak) => ask(keycloak, at) }),
    );
  }
  const call: AdminSession['call'] = async (request) => (await exchange(request)).body;

  async function* list<T extends { id: string }, W extends Selection<NoInfer<T>>, I extends Ids>(
    listing: Listing<T, W, I>,
  ): AsyncGenerator<T> {
    const { op, ids, item, where, ask } = listing;
    // If somebody adds an object during the listing, later objects move by one place, and the next page begins with the
    // last item of this page. `seen` is used to leave out this repeated item.
    const seen = new Set<string>();
    const isWanted = isSelected(where);
    const read = listingBounds('Keycloak', op);
    for (let first = 0; ; first += PAGE_SIZE) {
      const query = { ...queryOf(where), first, max: PAGE_SIZE } as Asked<W> & Page;
      const page = await read(
        () =>
          exchange<T[], I>({
            op,
            ids,
            ask: (keycloak, at) => ask(keycloak, { ...query, ...at }),
            reply: z.array(item),
          }),
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
    call,
    list,
    find: (request) => unlessNotFound(call(request)),
  };
}
