import { z } from 'zod';
import type { KubernetesUser } from '../../kubernetes/kubernetes-context.ts';
import { isRecord } from '../../kubernetes/objects/kubernetes-objects.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { deployChart, type HelmRelease, type HelmStatus, helmReleases, type Place } from './helm-releases.ts';
import { mayKeepReleases, mayMake } from './helm-rights.ts';
import type { SimChart } from './sim-charts.ts';

/** Rancher decodes the request into Go structures, which drop unknown fields. */
const chart = z.object({
  ...{ chartName: z.string().default(''), version: z.string().default(''), releaseName: z.string().default('') },
  values: z.record(z.string(), z.unknown()).nullish(),
  annotations: z.record(z.string(), z.string()).nullish(),
  resetValues: z.boolean().default(false),
});
export const chartAction = z.object({
  ...{ namespace: z.string().default(''), projectId: z.string().default(''), wait: z.boolean().default(false) },
  charts: z.array(chart).default([]),
});
type AskedChart = z.output<typeof chart>;
/** An action and the user who asked for it. Helm has the rights of this user. */
export type Given = z.output<typeof chartAction> & { user: KubernetesUser };
export type Wanted = { chart: SimChart; asked: AskedChart; isUpgrade: boolean };

/**
 * The values after `helm upgrade`. Without new values, the old values stay; with `resetValues`, the chart's defaults
 * apply again.
 */
function configOf({ values, resetValues }: AskedChart, before: HelmRelease | undefined): Record<string, unknown> {
  if (values && Object.keys(values).length > 0) return values;
  return resetValues ? {} : (before?.config ?? {});
}

type Begin = { before: HelmRelease | undefined; at: string };

/** The next revision of a release, as Helm records it before it makes anything in the cluster. */
function begun({ chart: found, asked }: Wanted, place: Place, { before, at }: Begin): HelmRelease {
  const { name, version, description, appVersion, annotations } = found;
  return {
    ...{ name: place.name, namespace: place.namespace, version: (before?.version ?? 0) + 1 },
    info: {
      ...{ first_deployed: before?.info.first_deployed ?? at, last_deployed: at },
      ...{ description: 'Preparing', status: before ? 'pending-upgrade' : 'pending-install' },
    },
    chart: {
      metadata: { name, version, description, appVersion, annotations: { ...annotations, ...asked.annotations } },
      values: found.values,
    },
    config: configOf(asked, before),
  };
}

export function helmRun(context: RancherContext) {
  const { clock, delays } = context;
  const releases = helmReleases(context);

  /** @returns why Helm failed, or nothing */
  function finish(wanted: Wanted, place: Place, release: HelmRelease, { wait, user }: Given): string | undefined {
    const { replicas, image } = { ...wanted.chart.values, ...release.config };
    const verb = wanted.isUpgrade && release.version > 1 ? 'Upgrade' : 'Install';
    const end = (status: HelmStatus, description: string) =>
      releases.write(place, { ...release, info: { ...release.info, status, description } });
    const fail = (why: string) => {
      end('failed', `Release "${place.name}" failed: ${why}`);
      return why;
    };
    if (!mayMake(user, place, wanted.chart)) return fail('forbidden');
    const isReady = !(isRecord(image) && image.tag === 'broken');
    deployChart(context, place, wanted.chart, { replicas: typeof replicas === 'number' ? replicas : 1, isReady });
    if (wait && !isReady) return fail('context deadline exceeded');
    end('deployed', `${verb} complete`);
    return undefined;
  }

  /** Runs one chart after the other, as the pod's script does. The first failure ends the run. */
  function run(clusterId: string, given: Given, all: Wanted[], end: (isDone: boolean) => void): void {
    const [wanted, ...rest] = all;
    if (!wanted) return void end(true);
    const place = { clusterId, namespace: given.namespace || 'default', name: wanted.asked.releaseName };
    const before = releases.newest(place);
    const isTaken = before !== undefined && !wanted.isUpgrade;
    const isBusy = before?.info.status.startsWith('pending') === true;
    if (isTaken || isBusy || !mayKeepReleases(given.user, place)) return void end(false);
    const release = begun(wanted, place, { before, at: releases.now() });
    releases.write(place, release);
    clock.after(delays.helmOperation, () => {
      const why = finish(wanted, place, release, given);
      if (why !== undefined) return void end(false);
      if (before) releases.supersede(place, before);
      run(clusterId, given, rest, end);
    });
  }

  return { run, releases };
}
