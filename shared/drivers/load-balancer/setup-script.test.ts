import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SETUP_SCRIPT } from './setup-script.ts';

// The root folder of a simulated machine. A real bash runs the script there, and finds only the programs that the test
// creates.
let machine: string;
beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'load-balancer-'));
  for (const folder of ['bin', 'etc/paddock', 'var/lib']) mkdirSync(join(machine, folder), { recursive: true });
  for (const name of ['mkdir', 'cat', 'chmod']) symlinkSync(`/bin/${name}`, join(machine, 'bin', name));
  for (const name of ['systemctl', 'sleep', 'reboot']) program(name);
  writeFileSync(join(machine, 'etc/paddock/haproxy.cfg'), 'our configuration\n');
});
afterEach(() => rmSync(machine, { recursive: true }));

function program(name: string, body = ''): void {
  const script = `#!/bin/sh\necho "${name} $*" >> ${machine}/calls\n${body}\n`;
  writeFileSync(join(machine, 'bin', name), script, { mode: 0o755 });
}
const BRINGS_HAPROXY = () =>
  `printf '#!/bin/sh\\necho "haproxy $*" >> ${machine}/calls\\n' > ${machine}/bin/haproxy; chmod 755 ${machine}/bin/haproxy`;

function run() {
  rmSync(join(machine, 'calls'), { force: true });
  const script = join(machine, 'script');
  writeFileSync(script, SETUP_SCRIPT.replaceAll(/\/(etc|var)\//g, `${machine}/$1/`));
  const env = { PATH: join(machine, 'bin') };
  const { status, stderr } = spawnSync('/bin/bash', [script], { encoding: 'utf8', env });
  const noted = existsSync(join(machine, 'calls')) ? readFileSync(join(machine, 'calls'), 'utf8') : '';
  const calls = noted.replaceAll(machine, '').trim().split('\n');
  return { status, said: stderr, calls };
}
const STARTED = [
  'haproxy -c -f /etc/paddock/haproxy.cfg',
  'systemctl enable haproxy.service',
  'systemctl restart haproxy.service',
  'systemctl disable paddock-load-balancer.service',
];
const APT = [
  'apt-get update',
  'apt-get install --yes --no-install-recommends -o DPkg::Lock::Timeout=300 haproxy',
] as const;
const ENABLED = ['systemctl daemon-reload', 'systemctl enable paddock-load-balancer.service'];
const MICROOS = 'transactional-update --non-interactive pkg install haproxy';

describe('the script that makes a machine a load balancer', () => {
  test('starts the image’s HAProxy with our configuration, and does so again', () => {
    program('haproxy');
    expect(run()).toEqual({ status: 0, said: '', calls: STARTED });
    expect(readFileSync(join(machine, 'etc/haproxy/haproxy.cfg'), 'utf8')).toBe('our configuration\n');
    expect(run()).toEqual({ status: 0, said: '', calls: STARTED });
  });

  test('installs it with apt, also from lists that could not be renewed', () => {
    program('apt-get', `if [ "$1" = update ]; then exit 100; fi\n${BRINGS_HAPROXY()}`);
    expect(run()).toMatchObject({ status: 0, calls: [...APT, ...STARTED] });
  });

  test.each([
    ['zypper', 'zypper --non-interactive install haproxy'],
    ['dnf', 'dnf --assumeyes install haproxy'],
  ])('installs it with %s, waiting between two tries', (name, call) => {
    program(name, `if [ -e ${machine}/failed ]; then ${BRINGS_HAPROXY()}; else : > ${machine}/failed; exit 1; fi`);
    expect(run()).toMatchObject({ status: 0, calls: [call, 'sleep 10', call, ...STARTED] });
  });

  test('restarts an immutable machine once to get it, and goes on after that', () => {
    program('transactional-update');
    program('zypper', 'exit 1');
    expect(run()).toEqual({
      status: 0,
      said: '',
      calls: [...ENABLED, MICROOS, 'reboot'],
    });
    expect(existsSync(join(machine, 'etc/haproxy/haproxy.cfg'))).toBe(false);
    program('haproxy');
    expect(run()).toMatchObject({ status: 0, calls: STARTED });
  });

  test('does not restart again where that brought nothing, and says so', () => {
    program('transactional-update');
    run();
    const said = 'paddock-load-balancer: the restart did not bring haproxy\n';
    expect(run()).toEqual({ status: 1, said, calls: [''] });
  });

  test('gives up after five minutes, saying why', () => {
    program('dnf', 'exit 1');
    const { status, said, calls } = run();
    expect([status, said]).toEqual([1, 'paddock-load-balancer: haproxy could not be installed\n']);
    expect(calls.filter((call) => call === 'sleep 10')).toHaveLength(29);
  });

  test('starts nothing with a configuration that HAProxy refuses', () => {
    program('haproxy', 'exit 1');
    expect(run()).toMatchObject({ status: 1, calls: STARTED.slice(0, 1) });
  });

  test('lets HAProxy connect to the API where SELinux would not', () => {
    program('haproxy');
    program('setsebool');
    expect(run().calls).toContain('setsebool -P haproxy_connect_any on');
  });
});
