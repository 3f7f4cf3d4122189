import { yamlText } from '#shared/domain/_core/text/yaml-text';
import { assertReadsBackAs } from './read-back.ts';

/**
 * Writes a cloud-config of our own as text, and parses the text again to check it.
 * @throws Misconfigured when a machine would read it differently than intended
 */
export function writeConfig(config: object): string {
  const text = `#cloud-config\n${yamlText(config)}`;
  assertReadsBackAs(text, config);
  return text;
}
