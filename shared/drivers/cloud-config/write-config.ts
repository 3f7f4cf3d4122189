import { yamlText } from '#shared/domain/_core/text/yaml-text';
import { assertReadsBackAs } from './read-back.ts';

/**
 * A cloud-config of our own as text, parsed again before it is used.
 * @throws Misconfigured when it would be read differently than intended
 */
export function writeConfig(config: object): string {
  const text = `#cloud-config\n${yamlText(config)}`;
  assertReadsBackAs(text, config);
  return text;
}
