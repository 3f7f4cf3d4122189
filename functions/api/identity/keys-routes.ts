import { getVisible } from '#shared/app/_core/get-visible';
import { createSshKey, deleteSshKey, maySeeKey } from '#shared/app/identity/ssh-keys';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { newSshKeyBody, sshKeyListing, sshKeyView, viewSshKey } from '#shared/contracts/rest/identity/keys';
import { visibilityOf } from '#shared/domain/organizations/caller';
import type { PageRequest } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply, selectFields } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = Parameters<typeof createSshKey>[0];

/** Routes of SSH keys. Users see their own keys; staff and support see all keys. */
export const keysRoutes = (deps: Deps): Routes => ({
  'GET /': async (call) => {
    const { caller } = call;
    const { sshKeys } = deps.store;
    const { matches } = readFilters(call, sshKeyListing.filters);
    const own = async () => pageOf((await sshKeys.listByUser(caller.user.uuid)).filter(matches ?? (() => true)));
    const everybody = (page: PageRequest) => sshKeys.list({ visibility: 'all' }, page, matches);
    const list = visibilityOf(caller) === 'all' ? everybody : await own();
    return listReply(call, list, sshKeyListing);
  },
  'GET /{uuid}/': async ({ request, params, caller, link }) => {
    const key = await getVisible(deps.store.sshKeys, 'SshPublicKey', params.uuid ?? '', maySeeKey(caller));
    const reply = ok(sshKeyView, viewSshKey(link, key));
    return { ...reply, body: selectFields(request.query, reply.body) };
  },
  'POST /': async ({ request, caller, link }) => {
    const key = await createSshKey(deps, caller, parseBody(newSshKeyBody, readBody(request)));
    return created(sshKeyView, viewSshKey(link, key));
  },
  'DELETE /{uuid}/': async ({ params, caller }) => {
    await deleteSshKey(deps, caller, params.uuid ?? '');
    return noContent;
  },
});
