import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '#test/cloud-init-examples';
import { templateProblems } from './template-problems.ts';

const problems = (lines: string, withVault = false) => templateProblems(`#cloud-config\n${lines}\n`, withVault);

const UNREADABLE = 'The template has a control character, or a character that ends a line for some YAML parsers.';

describe('a template that is saved', () => {
  test('may be empty, which means ours', () => {
    expect(templateProblems('', true)).toEqual([]);
  });

  test.each([
    ['microosVault', true],
    ['ubuntuOwnJoin', true],
    ['ubuntuOwnJoin', false],
    ['plainToken', false],
  ] as const)('is good as the example %s, with Vault: %s', (name, withVault) => {
    expect(templateProblems(EXAMPLES[name], withVault)).toEqual([]);
  });

  test.each([
    ['#!/bin/sh\necho x', 'The first line must be "#cloud-config".'],
    ['', 'The cloud-config is not a YAML mapping.'],
    ['#cloud-config\n- a\n', 'The cloud-config is not a YAML mapping.'],
    ['#cloud-config\na: [b\n', expect.stringContaining('The cloud-config is not valid YAML')],
    ['#cloud-config\na: 1\na: 2\n', expect.stringContaining('The cloud-config is not valid YAML')],
    ['#cloud-config\nmounts: {{}}\n', expect.stringContaining("The cloud-config's mounts is not valid for cloud-init")],
    ['#cloud-config\na: "b\u0000"\n', UNREADABLE],
    ['#cloud-config\n# \ud800\n', UNREADABLE],
    ['#cloud-config\n# ours\u2028bootcmd: [reboot]\n', UNREADABLE],
    ['#cloud-config\n# ours\u0085bootcmd: [reboot]\n', UNREADABLE],
    [
      '#cloud-config\na: {ca_checksum}\n',
      'YAML does not read the variable at a as text. Put the variable in quotes in the template.',
    ],
    ['#cloud-config\na: *b\n', 'The cloud-config is not valid YAML: line 2: an alias has no anchor before it'],
    ['#cloud-config\nhostname: node\n', 'The hostname must be {node_name}.'],
  ])('is refused as %j', (template, problem) => {
    expect(templateProblems(template || '#cloud-config\n', false)).toEqual([problem]);
  });

  test('hears of every placeholder that is unknown, with its line and the nearest name', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's notation
    expect(problems('a: {rke_rol}\nb: "${HOME}"\nc: {rke_role!s}')).toEqual([
      'Line 2: {rke_rol} is not a known variable. The nearest name is {rke_role}. Write a literal brace twice.',
      expect.stringMatching(/^Line 3: \{HOME\} is not a known variable/),
      expect.stringMatching(/^Line 4: \{rke_role!s\} is not a known variable.*\{rke_role\}/),
    ]);
  });

  test.each(['a: {', 'a: {rke_role', 'a: }', 'a: {{}', 'a: {rke_role}}', 'a: {x\n}'])(
    'hears of lone braces: %j',
    (line) => {
      expect(problems(line)).toContainEqual(
        expect.stringMatching(/^Line \d: unbalanced "[{}]"; write a literal brace/),
      );
    },
  );

  test('may not ask for what the provider’s machines are not given', () => {
    expect(problems('a: {vault_addr}')).toEqual([
      'Line 2: {vault_addr} needs Vault, which this provider does not use.',
    ]);
    expect(problems('a: {registration_token}', true)).toEqual([
      'Line 2: {registration_token} is not given to machines if the provider uses Vault: machines read it from Vault.',
    ]);
  });

  test('is refused with at most twenty mistakes, and is searched no further', () => {
    expect(problems('} '.repeat(99))).toHaveLength(20);
    expect(problems('{x} '.repeat(5000))).toHaveLength(20);
    expect(problems('x'.repeat(200_000))).toEqual(['The template is longer than 100000 characters.']);
  });

  test('must leave room for every variable and 25 data volumes', () => {
    const comment = (length: number) => `# ${'x'.repeat(length)}\na: {join_script_base64}`;
    expect(problems(comment(30_000))).toEqual([]);
    expect(problems(comment(45_000))).toEqual([
      expect.stringMatching(/\(25 data volumes\) is \d+ bytes in base64; Nova accepts at most 65535/),
      expect.stringMatching(/\(25 data volumes\) is \d+ bytes in base64; Nova accepts at most 65535/),
    ]);
  });
});
