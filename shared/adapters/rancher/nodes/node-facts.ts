import { z } from 'zod';
import { parseMebibytes, parseQuantity } from '#shared/domain/_core/kubernetes-quantity';
import type { NodeFacts } from '#shared/domain/nodes/node';

const quantities = z.object({ cpu: z.string(), memory: z.string(), pods: z.string() }).partial().nullish();
const texts = z.record(z.string(), z.string()).nullish();
const version = z.string().nullish();

/**
 * What a v3 node reports besides its state (docs/spec/nodes.md#what-rancher-says-of-a-node). Missing until its kubelet
 * has reported.
 */
export const nodeFactsReply = z.object({
  requested: quantities,
  allocatable: quantities,
  info: z
    .object({
      os: z.object({ dockerVersion: version }).nullish(),
      kubernetes: z.object({ kubeletVersion: version }).nullish(),
    })
    .nullish(),
  labels: texts,
  annotations: texts,
});

const reading = (parse: (text: string) => number | undefined) => (text: string | undefined) =>
  text === undefined ? null : (parse(text) ?? null);
const count = reading(parseQuantity);
const mebibytes = reading(parseMebibytes);

/** Cores and pods as numbers, memory in whole MiB, null for missing figures (docs/spec/nodes.md#figures-of-a-node). */
export function nodeFactsOf(reply: z.infer<typeof nodeFactsReply>): NodeFacts {
  const { requested, allocatable, info, labels, annotations } = reply;
  return {
    k8sVersion: info?.kubernetes?.kubeletVersion ?? '',
    dockerVersion: info?.os?.dockerVersion ?? '',
    cpuAllocated: count(requested?.cpu),
    cpuTotal: count(allocatable?.cpu),
    ramAllocated: mebibytes(requested?.memory),
    ramTotal: mebibytes(allocatable?.memory),
    podsAllocated: count(requested?.pods),
    podsTotal: count(allocatable?.pods),
    labels: labels ?? {},
    annotations: annotations ?? {},
  };
}
