import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { invalidAction, RancherError } from '../_core/rancher-errors.ts';
import type { RancherNode } from '../_core/rancher-objects.ts';
import type { ClusterNodes } from './cluster-nodes.ts';
import { nodeFacts } from './node-facts.ts';

const SECONDS = { min: 1, max: 10_800 };
/** The fields of Rancher's NodeDrainInput that the simulator uses. */
const drainInput = z.object({ force: z.boolean().nullish() });
const numbers = z.object({ gracePeriod: z.unknown(), timeout: z.unknown() }).partial();

/** `/v3/nodes/<id>?action=…`: Rancher changes the Kubernetes Node, and the v3 node shows the change a moment later. */
export function nodeActions({ contents, clock, delays }: RancherContext, nodes: ClusterNodes) {
  const isUnschedulable = ({ clusterId, nodeName }: RancherNode): boolean =>
    nodeFacts(contents.find(clusterId, 'node', nodeName)).unschedulable;

  function setSchedulable(node: RancherNode, unschedulable: boolean): void {
    if (isUnschedulable(node) === unschedulable) {
      const [what, message] = ['InvalidAction', `Node ${node.id} already ${unschedulable ? 'cordoned' : 'uncordoned'}`];
      throw new RancherError(422, what, message);
    }
    if (unschedulable) clock.after(delays.nodeSync, () => nodes.setUnschedulable(node, true));
    else uncordon(node);
  }

  function uncordon(node: RancherNode): void {
    Object.assign(node, { drain: 'none', lagging: { unschedulable: true } });
    nodes.setUnschedulable(node, false);
    clock.after(delays.nodeSync, () => {
      node.lagging = undefined;
    });
  }

  /** Pods without a controller are deleted only by force, and every node has such pods. */
  function drain(node: RancherNode, body: unknown): void {
    const { force } = checked(body);
    if (node.drain === 'drained' || node.drain === 'draining') return;
    clock.after(Math.min(delays.nodeSync, delays.drain / 2), () => {
      node.drain = 'draining';
    });
    clock.after(delays.drain, () => {
      if (node.drain !== 'draining') return;
      node.drain = force ? 'drained' : 'failed';
      nodes.setUnschedulable(node, true);
    });
  }

  function stopDrain(node: RancherNode): void {
    if (node.drain === 'draining') node.drain = 'none';
  }

  return {
    run(node: RancherNode, action: string, body: unknown): void {
      if (action === 'cordon' || action === 'uncordon') setSchedulable(node, action === 'cordon');
      else if (action === 'drain') drain(node, body);
      else if (action === 'stopDrain') stopDrain(node);
      else throw invalidAction(action);
    },
  };
}

const invalid = (what: string): RancherError =>
  new RancherError(422, 'InvalidBodyContent', `Failed to parse action body: ${what}`);

function checked(body: unknown): { force: boolean } {
  if (body === undefined || body === null) throw invalid('InvalidBodyContent 422: Failed to parse body: EOF');
  const { gracePeriod, timeout } = numbers.parse(body);
  wholeNumber('gracePeriod', gracePeriod);
  const seconds = wholeNumber('timeout', timeout) ?? SECONDS.min;
  if (seconds < SECONDS.min) throw invalid('timeout=MinLimitExceeded 422: ');
  if (seconds > SECONDS.max) throw invalid('timeout=MaxLimitExceeded 422: ');
  return { force: drainInput.parse(body).force ?? false };
}

function wholeNumber(field: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'number' ? value : Number.parseInt(String(value), 10);
  if (!Number.isNaN(number)) return number;
  throw invalid(`${field}=InvalidFormat 422: strconv.ParseInt: parsing "${value}": invalid syntax`);
}
