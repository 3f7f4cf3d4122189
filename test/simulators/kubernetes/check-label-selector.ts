import { KubernetesError } from './kubernetes-error.ts';

const NAME = '[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';
const KEY = `(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?/)?${NAME}`;
const VALUE = `(?:${NAME})?`;
const REQUIREMENT = new RegExp(
  `^(?:!\\s*${KEY}|${KEY}(?:\\s*(?:==?|!=)\\s*${VALUE}|\\s*[<>]\\s*-?\\d+` +
    `|\\s+(?:in|notin)\\s*\\(\\s*${VALUE}(?:\\s*,\\s*${VALUE})*\\s*\\))?)$`,
);
const WORDS = /^(\S+)\s+(\S+)/;

/**
 * Refuses a selector that Kubernetes' parser cannot read (`k8s.io/apimachinery/pkg/labels`): a key or a value that no
 * label can have, an unknown operator, or a surplus comma.
 * @throws KubernetesError 400
 */
export function checkLabelSelector(selector: string): void {
  if (selector.trim() === '') return;
  const wrong = selector
    .split(/,(?![^(]*\))/)
    .map((one) => one.trim())
    .find((one) => !REQUIREMENT.test(one));
  if (wrong === undefined) return;
  const [, , second] = WORDS.exec(wrong) ?? [];
  if (wrong === '') throw refusal("found '', expected: identifier after ','");
  if (second !== undefined) throw refusal(`found '${second}', expected: in, notin, =, ==, !=, gt, lt`);
  throw refusal(`<nil>: Invalid value: ${JSON.stringify(wrong)}`);
}

const refusal = (why: string) => new KubernetesError('BadRequest', `unable to parse requirement: ${why}`);
