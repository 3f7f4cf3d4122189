import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { EXAMPLES } from '#test/cloud-init-examples';
import { ADA_KEY, BOB_KEY } from '#test/ssh-keys';
import { haproxyConfig } from './haproxy-config.ts';
import { renderLoadBalancerCloudInit } from './load-balancer-cloud-init.ts';
import { loadBalancerTemplateProblems } from './load-balancer-template-problems.ts';

const INPUT = { name: 'k8s-lb-prod-1', cidr: '10.64.1.0/24' };
const cloudConfig = z.looseObject({
  hostname: z.string(),
  write_files: z.array(z.object({ path: z.string(), permissions: z.string(), content: z.string() })),
});
const configOf = (text: string) => cloudConfig.parse(parse(text));

describe('the configuration of a load balancer', () => {
  const config = haproxyConfig('10.64.1.0/24');
  const sections = config.split(/^listen /m).slice(1);

  test.each([
    ['http', 80],
    ['https', 443],
    ['kubernetes-api', 6443],
  ])(
    'has for %s a checked slot of each address that a node can have, behind its own address (S0-324, S0-357)',
    (name, port) => {
      const section = sections.find((text) => text.startsWith(`${name}\n`)) ?? '';
      const slots = [...section.matchAll(/^ {2}server slot-(\d+) (\S+)$/gm)].map(([, slot, address]) => [
        slot,
        address,
      ]);
      expect(section).toContain(`  bind 10.64.1.10:${port}\n`);
      expect(slots).toHaveLength(190);
      expect([slots[0], slots.at(-1)]).toEqual([
        ['11', `10.64.1.11:${port}`],
        ['200', `10.64.1.200:${port}`],
      ]);
    },
  );

  test('shows itself to nobody: it listens for the three services and for nothing else', () => {
    expect(sections).toHaveLength(3);
    expect(config.match(/^\s*bind /gm)).toHaveLength(3);
    expect(config).not.toMatch(/stats|socket|password|token/i);
  });

  test('is for /24 networks only', () => {
    expect(() => haproxyConfig('10.64.0.0/23')).toThrow('10.64.0.0/23 is not.');
  });
});

describe('our user data of a load balancer', () => {
  test('names the machine, gives it HAProxy’s configuration and runs the script that starts it (S0-328)', () => {
    const text = renderLoadBalancerCloudInit(INPUT);
    expect(text).toMatch(/^#cloud-config\n/);
    expect(configOf(text)).toEqual({
      hostname: 'k8s-lb-prod-1',
      write_files: [
        { path: '/etc/paddock/haproxy.cfg', permissions: '0644', content: haproxyConfig(INPUT.cidr) },
        { path: '/etc/systemd/system/paddock-load-balancer.service', permissions: '0644', content: expect.any(String) },
        { path: '/usr/local/sbin/paddock-load-balancer', permissions: '0700', content: expect.any(String) },
      ],
      runcmd: [['/usr/local/sbin/paddock-load-balancer']],
    });
  });

  test('lets the owner of an SSH key in, where there is one', () => {
    const config = configOf(renderLoadBalancerCloudInit({ ...INPUT, sshPublicKey: ADA_KEY }));
    expect(config.ssh_authorized_keys).toEqual([ADA_KEY]);
  });

  test('leaves a data volume as it is: no disk is partitioned, formatted or mounted', () => {
    const keys = Object.keys(configOf(renderLoadBalancerCloudInit(INPUT)));
    expect(keys).toEqual(['hostname', 'write_files', 'runcmd']);
  });
});

describe('a provider’s own template for load balancers', () => {
  test('stands in for ours, in Waldur’s notation and with Waldur’s variable (R-9b-W5)', () => {
    const text = renderLoadBalancerCloudInit(
      { name: 'lb', cidr: '10.1.1.7/24' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's notation
      '#cloud-config\nruncmd: ["echo {subnet_3_oct}.10 ${{HOME}}"]\n',
    );
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's notation
    expect(parse(text)).toEqual({ hostname: 'lb', runcmd: ['echo 10.1.1.10 ${HOME}'] });
  });

  test('knows its network, its name and our HAProxy configuration', () => {
    const names = 'a: "{subnet_cidr} {load_balancer_ip} {load_balancer_name}"\nb: {haproxy_config_base64}\n';
    const config = parse(renderLoadBalancerCloudInit(INPUT, `#cloud-config\n${names}`));
    expect(config.a).toBe('10.64.1.0/24 10.64.1.10 k8s-lb-prod-1');
    expect(Buffer.from(config.b, 'base64').toString()).toBe(haproxyConfig(INPUT.cidr));
  });

  test('gets the host name and the SSH key it does not give itself', () => {
    const text = renderLoadBalancerCloudInit(
      { ...INPUT, sshPublicKey: BOB_KEY },
      '#cloud-config\nssh_authorized_keys: [ssh-ed25519 A]\n',
    );
    expect(parse(text)).toEqual({ hostname: INPUT.name, ssh_authorized_keys: ['ssh-ed25519 A', BOB_KEY] });
  });

  test('may be empty, and is good as the example', () => {
    expect(loadBalancerTemplateProblems('')).toEqual([]);
    expect(loadBalancerTemplateProblems(EXAMPLES.loadBalancer)).toEqual([]);
  });

  test.each([
    ['#!/bin/sh\n', 'The first line must be "#cloud-config".'],
    [
      '#cloud-config\na: {subnet_3_octets}\n',
      /^Line 2: \{subnet_3_octets\} is not a known variable\. The nearest .* \{subnet_3_oct\}\./,
    ],
    ['#cloud-config\na: {registration_token}\n', /^Line 2: \{registration_token\} is not a known variable/],
    ['#cloud-config\na: {\n', /^Line 2: unbalanced "\{"/],
    ['#cloud-config\na: [b\n', /^The cloud-config is not valid YAML: line/],
    ['#cloud-config\nhostname: lb\n', 'The hostname must be {load_balancer_name}.'],
    [
      `#cloud-config\n# ${'x'.repeat(24_000)}\na: {haproxy_config_base64}\n`,
      /bytes in base64; Nova accepts at most 65535\.$/,
    ],
  ])('is refused when it is saved as %j', (template, problem) => {
    const problems = loadBalancerTemplateProblems(template);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });
});
