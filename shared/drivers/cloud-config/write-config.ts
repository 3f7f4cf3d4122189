import { yamlText } from '#shared/domain/_core/text/yaml-text';
import { assertReadsBackAs } from './read-back.ts';

/**
 * Writes a cloud-config as text, then parses the text again to check it.
 * @throws Misconfigured when a machine would read another value than was written
 */
export function writeConfig(config: object): string {
  const text = `#cloud-config\n${yamlText(config)}`;
  assertReadsBackAs(text, config);
  return text;
}
