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

/** The facts about a machine's node that a health check examines. */
export interface Examined {
  annotations: Record<string, string>;
  node: string;
  /**
   * The time in milliseconds at which a health check first saw the machine. The startup timeout counts from this time.
   */
  since: number;
  hasNode: boolean;
  /** The node's condition `Ready` and the time of its last change. Undefined if there is no node. */
  ready: { status: string; reason: string; since: number } | undefined;
}

/** The time in milliseconds at which a machine becomes unhealthy, and the reason that its condition then shows. */
export interface Verdict {
  at: number;
  why: { reason: string; message: string };
}

const REMEDIATE = 'cluster.x-k8s.io/remediate-machine';
const SKIP = ['cluster.x-k8s.io/skip-remediation', 'cluster.x-k8s.io/paused'];
export const isSkipped = (annotations: Record<string, string>): boolean => SKIP.some((key) => key in annotations);

const failed = (reason: string, at: number, what: string): Verdict => ({
  at,
  why: { reason, message: `Health check failed:\n  * ${what}` },
});

/** Formats seconds as Go formats a duration, for example `5m0s`. */
function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const parts = [hours > 0 ? `${hours}h` : '', hours + minutes > 0 ? `${minutes}m` : '', `${seconds % 60}s`];
  return parts.join('');
}

export function unhealthyAt(check: HealthCheck, examined: Examined, second: number): Verdict | undefined {
  const { annotations, since, hasNode, ready, node } = examined;
  if (REMEDIATE in annotations) {
    const message = `Health check failed: marked for remediation via ${REMEDIATE} annotation`;
    return { at: since, why: { reason: 'HasRemediateAnnotation', message } };
  }
  const { nodeStartupTimeoutSeconds: startup, unhealthyNodeConditions } = check.checks;
  if (!hasNode) {
    if (startup === 0) return undefined;
    const what = `Node failed to report startup in ${durationText(startup)}`;
    return failed('NodeStartupTimeout', since + startup * second, what);
  }
  if (!ready) return failed('NodeDeleted', since, `Node ${node} has been deleted`);
  const broken = unhealthyNodeConditions.find(({ type, status }) => type === 'Ready' && status === ready.status);
  if (!broken) return undefined;
  const what = `Condition Ready on Node is reporting status ${ready.status} with reason ${ready.reason}`;
  const long = `for more than ${durationText(broken.timeoutSeconds)}`;
  return failed('UnhealthyNode', ready.since + broken.timeoutSeconds * second, `${what} ${long}`);
}

/**
 * How many more machines may become unhealthy before replacement stops. A negative number means that no machine is
 * replaced, since the number of unhealthy machines is too high or outside the allowed range. With too many unhealthy
 * machines, the fault is not in single machines.
 */
export function remediationsLeft({ remediation }: HealthCheck, unhealthy: number, all: number): number {
  const { unhealthyLessThanOrEqualTo: most, unhealthyInRange: range } = remediation.triggerIf;
  const [, least, greatest] = /^\[(\d+)-(\d+)\]$/.exec(range ?? '') ?? [];
  if (least !== undefined) {
    const isWithin = unhealthy >= Number(least) && unhealthy <= Number(greatest);
    return isWithin ? Number(greatest) - unhealthy : -1;
  }
  const share = /^(\d+)%$/.exec(String(most))?.[1];
  return (share === undefined ? Number(most) : Math.floor((all * Number(share)) / 100)) - unhealthy;
}

export function remediationCondition({ remediation }: HealthCheck, unhealthy: number, all: number, isAllowed: boolean) {
  const type = 'RemediationAllowed';
  if (isAllowed) return { type, status: 'True', reason: type, message: '' };
  const { unhealthyLessThanOrEqualTo: most, unhealthyInRange: range } = remediation.triggerIf;
  const how =
    range === undefined
      ? `exceeds maxUnhealthy (total: ${all}, unhealthy: ${unhealthy}, maxUnhealthy: ${most})`
      : `does not fall within the range (total: ${all}, unhealthy: ${unhealthy}, unhealthyRange: ${range})`;
  const message = `Remediation is not allowed, the number of not started or unhealthy machines ${how}`;
  return { type, status: 'False', reason: 'TooManyUnhealthy', message };
}
