import { completeConfig } from '../cloud-config/complete-config.ts';
import { dataDisks } from '../cloud-config/data-disks.ts';
import type { UserDataInput } from '../user-data-input.ts';
import { templateVariables } from './template-variables.ts';

/**
 * Renders the provider's template for this machine. Adds the values that every node needs, if the template lacks them.
 * @throws Misconfigured
 */
export function renderTemplate(input: UserDataInput, template: string): string {
  const { name, sshPublicKey, dataVolumes } = input.spec;
  return completeConfig(template, templateVariables(input), {
    hostname: { value: name, variable: 'node_name' },
    sshPublicKey,
    disks: dataDisks(dataVolumes, input.diskDriver),
  });
}
