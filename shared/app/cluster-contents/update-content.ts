import type { FieldChange } from '#shared/domain/audit/audit-event';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { contentTypeOf } from '#shared/domain/cluster-contents/content-type';
import { addressOf } from '#shared/domain/cluster-contents/kubernetes-object';
import type { Caller } from '#shared/domain/organizations/caller';
import { noMatch } from '#shared/errors';
import { withTimeout } from '../_core/with-timeout.ts';
import { inCallersWords } from './kubernetes-words.ts';
import { type ContentCollection, type ContentDeps, type OpenContent, openContent } from './open-content.ts';
import { recordContent } from './record-content.ts';
import { recordedChange } from './recorded-change.ts';

const UPDATE_MS = 10_000;

export type ContentChange = {
  patch: Readonly<Record<string, unknown>>;
  fields?: Record<string, FieldChange>;
  /** An additional call to Rancher before the patch. */
  also?(): Promise<void>;
};
type Update = {
  uuidText: string;
  /** Parses the body and returns the change. Called after all other checks. */
  decide(open: OpenContent): ContentChange | Promise<ContentChange>;
};

/**
 * Changes an object in its cluster during the API call, and returns the object's record. An empty change makes no
 * request to Rancher.
 */
export async function updateContent(
  deps: ContentDeps,
  caller: Caller,
  collection: ContentCollection,
  { uuidText, decide }: Update,
): Promise<ClusterContent> {
  const open = await openContent(deps, caller, collection, uuidText);
  const { content, cluster, rancher } = open;
  const { patch, fields = {}, also } = await decide(open);
  const isPatched = Object.keys(patch).length > 0;
  if (!isPatched && also === undefined) return content;
  return withTimeout(UPDATE_MS, async () => {
    const change = async () => {
      await also?.();
      if (isPatched) await inCallersWords(rancher.patchObject(cluster.backendId, addressOf(content), patch));
    };
    const event = { eventType: 'cluster_content_updated', title: collection.model, content, fields } as const;
    await recordedChange(deps, open, event, change);
    const { backendId } = content;
    const recorded = await recordContent(deps, open, { type: contentTypeOf(content), backendId });
    if (recorded === undefined) throw noMatch(collection.model);
    return recorded;
  });
}
