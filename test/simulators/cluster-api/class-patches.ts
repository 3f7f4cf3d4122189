import { jsonPatch } from '../kubernetes/objects/json-patch.ts';
import { fieldAt, isRecord } from '../kubernetes/objects/kubernetes-objects.ts';
import { listAt, textAt } from './management.ts';

/** A part of a cluster for which a ClusterClass makes templates, and the variables for this part. */
export type Part = {
  place: 'infrastructureCluster' | 'controlPlane' | { deploymentClass: string };
  /** Variables by name: those of the cluster, those of this part, and `builtin`. */
  variables: Record<string, unknown>;
};
type Template = { apiVersion: string; kind: string; spec: unknown };

/** Thrown when the patches of a class cannot be applied to a template. */
export class PatchProblem extends Error {
  override name = 'PatchProblem';
}

export const valuesOf = (variables: unknown[]): Record<string, unknown> =>
  Object.fromEntries(variables.filter(isRecord).map(({ name, value }) => [String(name), value]));

const IF_SET = /^\{\{-?\s*if\s+\.([\w.]+)\s*-?\}\}true\{\{-?\s*end\s*-?\}\}$/;

/** Like Go's `if`: an absent, empty, zero or false value counts as false. */
function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) ? Object.keys(value).length > 0 : Boolean(value);
}

function isEnabled(enabledIf: string | undefined, variables: Record<string, unknown>): boolean {
  if (enabledIf === undefined || enabledIf === 'true') return true;
  if (enabledIf === 'false') return false;
  const name = IF_SET.exec(enabledIf.trim())?.[1];
  if (name === undefined) throw new PatchProblem(`not simulated: enabledIf ${enabledIf}`);
  return isSet(fieldAt(variables, name));
}

function isSelected(selector: unknown, template: Template, { place }: Part): boolean {
  if (textAt(selector, 'kind') !== template.kind || textAt(selector, 'apiVersion') !== template.apiVersion)
    return false;
  const resources = fieldAt(selector, 'matchResources');
  if (typeof place === 'string') return fieldAt(resources, place) === true;
  const names = listAt(resources, 'machineDeploymentClass.names');
  return names.some((one) => one === '*' || one === place.deploymentClass);
}

function patchValue(patch: unknown, variables: Record<string, unknown>): unknown {
  const from = fieldAt(patch, 'valueFrom');
  if (!isRecord(from)) return fieldAt(patch, 'value');
  const path = textAt(from, 'variable');
  if (path === undefined) throw new PatchProblem(`not simulated: valueFrom ${JSON.stringify(from)}`);
  const value = fieldAt(variables, path);
  if (value === undefined)
    throw new PatchProblem(`failed to calculate value for patch: variable "${path}" does not exist`);
  return value;
}

/**
 * The `spec.template` of a template, after all patches of the class that are meant for this part.
 * @throws PatchProblem
 */
export function patchedTemplate(patches: unknown[], template: Template, part: Part): Record<string, unknown> {
  const { variables } = part;
  let document: unknown = { spec: structuredClone(template.spec) };
  for (const patch of patches) {
    if (!isEnabled(textAt(patch, 'enabledIf'), variables)) continue;
    for (const definition of listAt(patch, 'definitions')) {
      if (!isSelected(fieldAt(definition, 'selector'), template, part)) continue;
      const operations = listAt(definition, 'jsonPatches').map((one) => ({
        ...(isRecord(one) && one),
        ...(textAt(one, 'op') !== 'remove' && { value: patchValue(one, variables) }),
      }));
      document = jsonPatch(document, operations);
    }
  }
  const made = fieldAt(document, 'spec.template');
  return isRecord(made) ? made : {};
}
