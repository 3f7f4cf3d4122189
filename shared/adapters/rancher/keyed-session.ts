import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { BackendUnauthorized, NotAllowed } from '#shared/errors';
import type { KeyedRancher } from '../../ports/rancher/keyed-rancher.ts';
import { type JsonClient, path } from '../json-client.ts';
import { catalogs } from './contents/catalogs.ts';
import { clusterObjects } from './contents/cluster-objects.ts';
import { rancherSession } from './rancher-session.ts';
import type { SelectorMemory } from './steve-lists.ts';

const self = z
  .object({ status: z.object({ userInfo: z.object({ username: z.string() }) }) })
  .transform(({ status }) => status.userInfo.username);
const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

/** Milliseconds between two attempts while Rancher applies new role bindings. */
const RETRY_MS = 150;

/** The error for the person, if Rancher knows the key and refuses its account. Otherwise the same error. */
const forThePerson = (error: BackendUnauthorized): Error =>
  error.details.status === 403
    ? new NotAllowed(`The role in the cluster does not permit this. ${error.message}`, error)
    : error;

/** A client that repeats refusals for `patienceMs`. */
function patientClient(client: JsonClient, patienceMs: number): JsonClient {
  const until = performance.now() + patienceMs;
  const attempt: JsonClient = async (call) => {
    try {
      return await client(call);
    } catch (error) {
      if (!(error instanceof BackendUnauthorized)) throw error;
      if (performance.now() + RETRY_MS > until) throw forThePerson(error);
    }
    await pause(RETRY_MS);
    return attempt(call);
  };
  return attempt;
}

export function keyedSession(
  client: JsonClient,
  { bearer, patienceMs }: { bearer: string; patienceMs: number },
  selectors: SelectorMemory,
): KeyedRancher {
  const session = rancherSession(patientClient(client, patienceMs), { bearer }, selectors);
  const { findChartVersion, installCharts, upgradeCharts, uninstallApp, findAppRevision } = catalogs(session);
  const { findObject, createObject } = clusterObjects(session);
  return {
    findChartVersion,
    installCharts,
    upgradeCharts,
    uninstallApp,
    findAppRevision,
    findObject,
    createObject,
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
