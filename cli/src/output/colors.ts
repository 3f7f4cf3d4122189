const GREEN = 32;
const RED = 31;
const YELLOW = 33;

/**
 * States of Waldur, Rancher and Kubernetes with their colors. There are good states, failed states and temporary
 * states.
 */
const STATES: readonly [RegExp, number][] = [
  [/\b(?:OK|Running|Provisioned|done)\b/g, GREEN],
  [/\b(?:ERRED|erred|Failed|rejected|canceled|error)\b/g, RED],
  [
    /\b(?:[A-Z]+_SCHEDULED|CREATING|UPDATING|DELETING|executing|pending-\w+|Scaling\w+|Pending|Provisioning|Deleting)\b/g,
    YELLOW,
  ],
];

export const colored = (text: string): string =>
  STATES.reduce((done, [states, color]) => done.replace(states, (word) => `\u001b[${color}m${word}\u001b[0m`), text);
