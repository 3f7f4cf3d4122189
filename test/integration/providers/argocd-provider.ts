import { afterAll } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { ArgocdUnderTest } from '#test/contracts/argocd/argocd-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import type { World } from '../_worlds/world.ts';

const printed = z.object({ kubeconfig: z.string(), namespace: z.string() });

/** Gives a provider an Argo CD of its own for the rest of the file. */
export async function withArgocd(
  { store, secrets, stage, clock }: World,
  settings: RancherSettings,
): Promise<ArgocdUnderTest & { simulator: Simulator; settings: RancherSettings }> {
  const simulator = await borrowSimulator('argocd');
  afterAll(() => simulator.stop());
  const { kubeconfig, namespace } = printed.parse(simulator.printed);
  const options = { ...settings.options, argocd: { namespace } };
  await secrets.put(secretName(stage, 'argocd', settings.uuid), JSON.stringify({ kubeconfig }));
  const next = changed(settings, clock.now(), { options });
  await store.commit(store.settings.replace(next));
  return { kubeconfig, namespace, simulator, settings: next, stop: simulator.stop };
}
