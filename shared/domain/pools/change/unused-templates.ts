import type { SeenDeployment } from '../views/shown-pool.ts';

/** A template that Rancher has created from a machine config. */
type Template = { name: string; configName: string };

/**
 * Names of the templates that were created from these machine configs, and that no MachineDeployment uses.
 * `deployments` must be read after `templates`, because Rancher creates a template before a MachineDeployment uses it.
 */
export function unusedTemplates(
  templates: readonly Template[],
  deployments: readonly Pick<SeenDeployment, 'templateName'>[],
  configNames: readonly string[],
): string[] {
  const named = new Set(deployments.map(({ templateName }) => templateName));
  return templates
    .filter(({ name, configName }) => configNames.includes(configName) && !named.has(name))
    .map(({ name }) => name);
}
