import type { z } from 'zod';
import { createHook, type HookDeps, type HookFields } from '#shared/app/hooks/create-hook';
import { deleteHook, getHook, updateHook } from '#shared/app/hooks/manage-hook';
import type { Link } from '#shared/contracts/rest/_core/link';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import type { HookListing } from '#shared/contracts/rest/hooks/hook-fields';
import type { Hook, HookType } from '#shared/domain/hooks/hook';
import type { User } from '#shared/domain/identity/user';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/page-of.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

type Collection<V> = {
  type: HookType;
  listing: HookListing<V>;
  view: (author: User) => (link: Link, hook: Hook) => V;
  newBody: z.ZodType<HookFields>;
  body: z.ZodType<Partial<HookFields>>;
  /** Schema of the answer to POST. */
  newView: z.ZodType;
  viewNew: (shown: V, secret: string) => unknown;
};

/** Routes of both kinds of hooks. Users see only their own. */
export function hookRoutes<V>(
  deps: HookDeps,
  { type, listing, view, newBody, body, newView, viewNew }: Collection<V>,
): Routes {
  const { schema } = listing;
  const change = async ({ request, params, caller, link }: Call, parser: z.ZodType<Partial<HookFields>>) => {
    const place = { type, uuidText: params.uuid ?? '' };
    return ok(
      schema,
      view(caller.user)(link, await updateHook(deps, caller, place, () => parseBody(parser, readBody(request)))),
    );
  };
  return {
    'GET /': async (call) => {
      const { matches = () => true } = readFilters(call, listing.filters);
      const own = await deps.store.hooks.listByUser(call.caller.user.uuid);
      const asked = own.filter((hook) => hook.type === type && matches(hook));
      return listReply(call, pageOf(asked), { ...listing, view: view(call.caller.user) });
    },
    'GET /{uuid}/': async ({ params, caller, link }) =>
      ok(schema, view(caller.user)(link, await getHook(deps, caller, type, params.uuid ?? ''))),
    'POST /': async ({ request, caller, link }) => {
      const fields = parseBody(newBody, readBody(request));
      const { hook, secret } = await createHook(deps, caller, type, fields);
      return created(newView, viewNew(view(caller.user)(link, hook), secret));
    },
    'PATCH /{uuid}/': (call) => change(call, body),
    'PUT /{uuid}/': (call) => change(call, newBody),
    'DELETE /{uuid}/': async ({ params, caller }) => {
      await deleteHook(deps, caller, type, params.uuid ?? '');
      return noContent;
    },
  };
}
