import { z } from 'zod';

const texts = z
  .record(z.string(), z.string())
  .nullish()
  .transform((given) => given ?? {});
const flag = z
  .boolean()
  .nullish()
  .transform((given) => given ?? false);
const text = z
  .string()
  .nullish()
  .transform((given) => given ?? '');
const taint = z.object({ key: z.string(), value: z.string().optional(), effect: z.string() });
const atMost = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((given) => given ?? undefined);

/** A pool in the cluster's spec. Absent fields get Go's zero value. */
const poolSchema = z.object({
  name: text,
  quantity: z.number().nullish(),
  ...{ etcdRole: flag, controlPlaneRole: flag, workerRole: flag, paused: flag, drainBeforeDelete: flag },
  machineConfigRef: z
    .object({ kind: text, name: text, apiVersion: text })
    .nullish()
    .transform((given) => given ?? { kind: '', name: '', apiVersion: '' }),
  labels: texts,
  taints: z
    .array(taint)
    .nullish()
    .transform((given) => given ?? []),
  ...{ machineDeploymentLabels: texts, machineDeploymentAnnotations: texts },
  ...{ machineOS: text, cloudCredentialSecretName: text, dynamicSchemaSpec: text },
  ...{ drainBeforeDeleteTimeout: text, unhealthyNodeTimeout: text, nodeStartupTimeout: text },
  ...{ maxUnhealthy: text, unhealthyRange: text },
  ...{ autoscalingMinSize: z.number().nullish(), autoscalingMaxSize: z.number().nullish() },
  hostnameLengthLimit: z.number().nullish(),
  rollingUpdate: z.object({ maxSurge: atMost, maxUnavailable: atMost }).nullish(),
});
export type MachinePool = z.infer<typeof poolSchema>;

const specSchema = z.object({
  cloudCredentialSecretName: text,
  rkeConfig: z
    .object({
      machinePools: z
        .array(z.unknown())
        .nullish()
        .transform((given) => given ?? []),
      machinePoolDefaults: z.object({ hostnameLengthLimit: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

export interface PooledSpec {
  credentialName: string;
  pools: MachinePool[];
  hostnameLengthLimit: number;
}

export function pooledSpec(spec: Record<string, unknown>): PooledSpec {
  const { data } = specSchema.safeParse(spec);
  return {
    credentialName: data?.cloudCredentialSecretName ?? '',
    pools: (data?.rkeConfig?.machinePools ?? []).map((pool) => poolSchema.parse(pool)),
    hostnameLengthLimit: data?.rkeConfig?.machinePoolDefaults?.hostnameLengthLimit ?? 0,
  };
}

export const hasPools = (spec: Record<string, unknown>): boolean => pooledSpec(spec).pools.length > 0;

/** Every credential that a cluster or one of its pools names. */
export function credentialNamesIn(spec: Record<string, unknown>): string[] {
  const { credentialName, pools } = pooledSpec(spec);
  return [credentialName, ...pools.map((pool) => pool.cloudCredentialSecretName)].filter((name) => name !== '');
}

const UNIT_SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** Converts a Go duration such as `5m0s` to seconds; undefined if the text is not a duration. */
export function durationSeconds(given: string): number | undefined {
  const parts = [...given.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length === 0) return undefined;
  return Math.trunc(parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_SECONDS[unit] ?? 0), 0));
}
