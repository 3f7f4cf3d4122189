import { expect, test } from 'vitest';
import { CLUSTER, clusterBody, EVENTS, events, NO_PARTS, node, UUID } from '../io/played-cluster.ts';
import { recordedIo } from '../io/recorded-io.ts';
import { runCommand } from '../io/run-command.ts';
import { safeIo } from '../io/safe-io.ts';
import { printData } from './print.ts';
import { printable } from './printable.ts';

const CODES = [
  ...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => ![0x09, 0x0a].includes(code)),
  ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index),
  ...[0x061c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xfeff, 0xe0041],
];
const HOSTILE = `${CODES.map((code) => String.fromCodePoint(code)).join('')}\u001b]0;title\u0007\u001b[2J`;
const EXPECTED_FREE = CODES.map((code) => String.fromCodePoint(code));

const expectHarmless = (text: string) => {
  for (const character of EXPECTED_FREE) expect(text.includes(character)).toBe(false);
};

/** The value with hostile characters in each text, also in those that are names of states. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string') return `${value}${HOSTILE}`;
  if (Array.isArray(value)) return value.map(poisoned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, KEPT.has(key) ? field : poisoned(field)]),
  );
}
/** Fields that decide what a command does. */
const KEPT = new Set(['uuid', 'state', 'created', 'status', 'role', 'order_uuid']);

const aNode = (name: string, state: string) => ({
  ...{ ...node(name, state), runtime_state: 'x', addresses: ['1'], k8s_version: 'v1', failed_servers: [] },
  last_error: { message: 'broken', owner: 'user', retryable: false, code: 'c' },
  initial_data: {
    ...{ flavor_name: 'm', vcpu: 1, ram: 1024, system_volume_size: 1, system_volume_type: 'fast' },
    data_volumes: [{ mount_point: '/data', size: 1, volume_type: 'slow' }],
  },
});
const body = {
  ...clusterBody('OK', aNode('a', 'OK'), aNode('b', 'ERRED')),
  ...{ created: '2026-11-27T12:00:00Z', customer_name: 'C', marketplace_offering_name: 'O' },
};
const ANSWERS = {
  ...NO_PARTS,
  [CLUSTER]: [Response.json(poisoned(body))],
  'GET /api/rancher-clusters/': [Response.json(poisoned([body]))],
  [EVENTS]: [events(1, `made${HOSTILE}`)],
  [`POST /api/rancher-clusters/${UUID}/kubeconfig/`]: [Response.json({ config: HOSTILE, expires_at: HOSTILE })],
  [`POST /api/rancher-clusters/${UUID}/upgrade/`]: [
    Response.json(poisoned({ from_version: 'v1', to_version: 'v2', nodes: [], warnings: ['w'] })),
  ],
};
const FORMATS = ['table', 'wide', 'name', 'json', 'yaml'];

test.each(
  FORMATS.flatMap((format) =>
    [
      ['list'],
      ['describe', UUID],
      ['events', UUID],
      ['scale', UUID, '--agents', '1', '--plan'],
      ['upgrade', UUID, '--version', 'v2', '--plan'],
      ['wait', UUID],
    ].map((command) => [...command, '-o', format]),
  ).concat([['kubeconfig', UUID], ['no-such-command\u001b[2J'], ['list', `--no-such-option${HOSTILE}`]]),
)('no character of an answer is obeyed by the terminal: %s %s %s %s %s %s %s', async (...args) => {
  const { lines, stdout, stderr } = await runCommand(ANSWERS, ...args);
  expect({ lines, printed: stdout + stderr }).not.toMatchObject({ printed: '' });
  expectHarmless(stdout + stderr);
});

test.each([400, 403, 404, 409, 500])('an error with %i has no character that a terminal obeys', async (status) => {
  const detail = `${HOSTILE}\nYou are signed out.`;
  const failing = { [CLUSTER]: [Response.json({ detail }, { status })] };
  const { lines } = await runCommand(failing, 'describe', UUID);
  for (const line of lines) expect(line).not.toContain('\n');
  const io = recordedIo();
  for (const line of lines) safeIo(io).err(line);
  expectHarmless(io.stderr());
});

test('a name with a line break stays in one row', async () => {
  const named = { ...body, name: 'demo\nother  OK' };
  const { stdout } = await runCommand({ 'GET /api/rancher-clusters/': [Response.json([named])] }, 'list');
  expect(stdout.trim().split('\n')).toHaveLength(2);
});

test('JSON and YAML keep their meaning', () => {
  const data = { name: HOSTILE, text: 'ä 漢 😀' };
  for (const format of ['json', 'yaml'] as const) {
    const io = recordedIo();
    printData(safeIo(io), format, data);
    expect(JSON.parse(io.stdout())).toEqual(data);
  }
  expect(printable('ä 漢 😀\n')).toBe('ä 漢 😀\n');
});
