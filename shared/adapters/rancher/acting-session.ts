import { z } from 'zod';
import type { ActingRancher } from '../../ports/rancher/acting-rancher.ts';
import type { JsonClient } from '../json-client.ts';
import { path } from '../json-client.ts';
import { projectNamespaces, projects } from './access/projects-and-roles.ts';
import { type ActingAs, actingClient } from './acting-client.ts';
import { clusterObjects } from './contents/cluster-objects.ts';
import { contentObjects } from './contents/content-objects.ts';
import { rancherSession } from './rancher-session.ts';
import type { SelectorMemory } from './steve-lists.ts';

const self = z
  .object({ status: z.object({ userInfo: z.object({ username: z.string() }) }) })
  .transform(({ status }) => status.userInfo.username);
const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

/** A session in which Rancher and Kubernetes see the account as the user of every request. */
export function actingSession(
  client: JsonClient,
  key: { username: string; password: string },
  { selectors, ...as }: ActingAs & { selectors: SelectorMemory },
): ActingRancher {
  const session = rancherSession(actingClient(client, as), key, selectors);
  const { listLabelledNodes: _throughSteve, ...objects } = clusterObjects(session);
  return {
    accountId: as.accountId,
    ...objects,
    ...contentObjects(session),
    ...projects(session),
    ...projectNamespaces(session),
    readSelf: (clusterId) =>
      session.call({
        op: 'readSelf',
        method: 'POST',
        path: path`/k8s/clusters/${clusterId}/apis/authentication.k8s.io/v1/selfsubjectreviews`,
        body: REVIEW,
        reply: self,
      }),
  };
}
