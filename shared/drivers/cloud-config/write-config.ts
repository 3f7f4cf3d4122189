import { yamlText } from '#shared/domain/_core/text/yaml-text';
import { assertReadsBackAs } from './read-back.ts';

/**
 * A cloud-config of our own as text, read again before anybody has it.
 * @throws Misconfigured when it would not be read as what was meant
 */
export function writeConfig(config: object): string {
  const text = `#cloud-config\n${yamlText(config)}`;
  assertReadsBackAs(text, config);
  return text;
}
