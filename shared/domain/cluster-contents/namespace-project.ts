import { z } from 'zod';
import type { KubernetesObject } from './kubernetes-object.ts';

/** Annotation on a namespace with Rancher's id of its project. */
export const NAMESPACE_PROJECT = 'field.cattle.io/projectId';

const annotations = z.object({ annotations: z.record(z.string(), z.string()).nullish() });

/** Rancher's id of the namespace's project. Empty for a namespace without a project. */
export const namespaceProject = ({ metadata }: KubernetesObject): string =>
  annotations.parse(metadata).annotations?.[NAMESPACE_PROJECT] ?? '';

/** Whether the text can be Rancher's id of a project. Anybody who may change the namespace can write the annotation. */
export const isProjectId = (text: string): boolean => /^[\w.-]+:[\w.-]+$/.test(text);
