import { completeConfig } from '../cloud-config/complete-config.ts';
import { dataDisks } from '../cloud-config/data-disks.ts';
import type { BirthCertificate } from './birth-certificate.ts';
import { templateVariables } from './template-variables.ts';

/**
 * The provider's template with this machine's values, and with what every node needs and the template does not say.
 * @throws Misconfigured
 */
export function renderTemplate(birth: BirthCertificate, template: string): string {
  const { name, sshPublicKey, dataVolumes } = birth.spec;
  return completeConfig(template, templateVariables(birth), {
    hostname: { value: name, variable: 'node_name' },
    sshPublicKey,
    disks: dataDisks(dataVolumes, birth.diskDriver),
  });
}
