import { timestamp } from '../../kubernetes/kubernetes-context.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { withCondition } from './namespace-status.ts';

export const isBeingDeleted = ({ meta }: ContentObject): boolean => meta?.deletionTimestamp !== undefined;
type Changed = Partial<Pick<ContentObject, 'labels' | 'annotations'>>;

export function namespaceChange({ contents, clock }: RancherContext) {
  function change(
    namespace: ContentObject,
    { labels = namespace.labels, annotations = namespace.annotations }: Changed,
  ) {
    const isSame = JSON.stringify([labels, annotations]) === JSON.stringify([namespace.labels, namespace.annotations]);
    if (!isSame) contents.change(namespace, { labels, annotations, body: namespace.body });
  }
  const withStatus = (namespace: ContentObject, Type: string, isTrue: boolean, Message = '') =>
    withCondition(namespace.annotations, { Type, Status: isTrue ? 'True' : 'False', Message }, timestamp(clock));

  return { change, withStatus };
}
