import { z } from 'zod';

export const healthCheck = z.object({
  selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
  checks: z.object({
    nodeStartupTimeoutSeconds: z.number(),
    unhealthyNodeConditions: z.array(z.object({ type: z.string(), status: z.string(), timeoutSeconds: z.number() })),
  }),
  remediation: z.object({
    triggerIf: z.object({
      unhealthyLessThanOrEqualTo: z.union([z.number(), z.string()]),
      unhealthyInRange: z.string().optional(),
    }),
  }),
});
export type HealthCheck = z.infer<typeof healthCheck>;

/** What is known of a machine's node. */
export interface Examined {
  annotations: Record<string, string>;
  /** Milliseconds: since when the machine could have had a node. */
  since: number;
  /** It had one. */
  hasNode: boolean;
  /** The node's own word, and since when; undefined where there is no node. */
  ready: { status: string; since: number } | undefined;
}

/** Milliseconds at which a machine is to be replaced if nothing changes; undefined where it is well, or left alone. */
export function unhealthyAt(
  check: HealthCheck,
  { annotations, since, hasNode, ready }: Examined,
  second: number,
): number | undefined {
  if ('cluster.x-k8s.io/skip-remediation' in annotations) return undefined;
  if ('cluster.x-k8s.io/remediate-machine' in annotations) return since;
  const { nodeStartupTimeoutSeconds: startup, unhealthyNodeConditions } = check.checks;
  if (!hasNode) return startup === 0 ? undefined : since + startup * second;
  if (!ready) return since;
  const broken = unhealthyNodeConditions.find(({ type, status }) => type === 'Ready' && status === ready.status);
  return broken && ready.since + broken.timeoutSeconds * second;
}

/** Cluster API replaces nothing where too much is broken: that is no matter of one machine. */
export function isRemediationAllowed({ remediation }: HealthCheck, unhealthy: number, all: number): boolean {
  const { unhealthyLessThanOrEqualTo: most, unhealthyInRange: range } = remediation.triggerIf;
  const [, least, greatest] = /^\[(\d+)-(\d+)\]$/.exec(range ?? '') ?? [];
  if (least !== undefined) return unhealthy >= Number(least) && unhealthy <= Number(greatest);
  const share = /^(\d+)%$/.exec(String(most))?.[1];
  return unhealthy <= (share === undefined ? Number(most) : Math.floor((all * Number(share)) / 100));
}
