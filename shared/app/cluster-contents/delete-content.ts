import { contentTypeOf } from '#shared/domain/cluster-contents/content-type';
import { addressOf } from '#shared/domain/cluster-contents/kubernetes-object';
import type { Caller } from '#shared/domain/organizations/caller';
import { withTimeout } from '../_core/with-timeout.ts';
import { inCallersWords } from './kubernetes-words.ts';
import { type ContentCollection, type ContentDeps, openContent } from './open-content.ts';
import { recordContent } from './record-content.ts';
import { recordedChange } from './recorded-change.ts';

const DELETE_MS = 10_000;

/**
 * Deletes an object in its cluster during the call. A missing object counts as deleted. While Kubernetes is still
 * deleting the object, lists show the object as being deleted.
 */
export async function deleteContent(
  deps: ContentDeps,
  caller: Caller,
  collection: ContentCollection,
  uuidText: string,
): Promise<void> {
  const open = await openContent(deps, caller, collection, uuidText);
  const { content, cluster, rancher } = open;
  await withTimeout(DELETE_MS, async () => {
    const deletion = () => inCallersWords(rancher.deleteObject(cluster.backendId, addressOf(content)));
    await recordedChange(
      deps,
      open,
      { eventType: 'cluster_content_deleted', title: collection.model, content },
      deletion,
    );
    await recordContent(deps, open, { type: contentTypeOf(content), backendId: content.backendId });
  });
}
